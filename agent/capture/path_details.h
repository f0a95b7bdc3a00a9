// What a report wants to know of the objects on the paths it shows, read from the live JVM after
// the analysis: texts of Strings, names of threads, keys of map entries, and values that say what
// an object is up to.
//
// A graph has no handles. So each path is followed once more from its root, reference by reference,
// and goes on as long as the object at each place is of the class that the graph says. A path that
// begins at a local or in native code is taken up at the first class, thread or watched object on
// it. The application runs on meanwhile: an object may have been replaced by another of its class
// since the capture.
//
// No code of the application runs, nothing is initialised, and no reference is kept.
#pragma once

#include <jni.h>

#include <functional>
#include <span>

#include "capture/capture.h"
#include "taproot/heap_graph.h"
#include "taproot/known_value.h"
#include "taproot/root_paths.h"

namespace taproot {

struct PathDetailsRequest {
  std::span<const RootPath* const> paths;
  std::span<const InspectedField> fields;  // that give known values
  // Hands over the watched objects; may be empty.
  std::function<absl::Status(JNIEnv*, WatchedVisitor)> for_each_watched;
};

// Best effort: what cannot be read is left out. Follows the first 5,000 references of a path, and
// gives up after some seconds.
void AddPathDetails(JavaVM* vm, JNIEnv* jni, const PathDetailsRequest& request, HeapGraph& graph);

}  // namespace taproot
