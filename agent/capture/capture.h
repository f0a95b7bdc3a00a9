// A capture: the heap of the running JVM, or what some of its objects reach, as a HeapGraph.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "taproot/heap_graph.h"
#include "taproot/identity_choice.h"
#include "taproot/object_walk.h"
#include "taproot/progress.h"

namespace taproot {

// Hands each watched object, as a local reference, and what is known of it to the visitor.
using WatchedVisitor = absl::FunctionRef<absl::Status(jobject, const WatchedObject&)>;

struct CaptureRequest {
  IdentityChoice identity = IdentityChoice::kAuto;
  // Objects to find in the graph again. Without whole_heap the walk starts from them.
  jobjectArray inputs = nullptr;
  bool whole_heap = true;
  WalkOptions walk;  // where a walk from `inputs` stops
  // Whether to look at the elements of primitive arrays as well; see taproot/array_contents.h.
  bool contents = false;
  // Whether to read frames and states of all threads; of virtual ones at most so many.
  bool stacks = false;
  uint32_t max_virtual_threads = 10000;
  Progress* progress = nullptr;  // may be null

  // Called once before the walk; may be empty.
  std::function<absl::Status(JNIEnv*, WatchedVisitor)> for_each_watched;
  // Instances of classes with these names (`*` for any characters) are handed to on_collected
  // after the walk, each once, at most max_collected of them. If it gives back a watched object,
  // the graph has it among the watched as well.
  std::vector<std::string> collect;
  uint32_t max_collected = 10000;
  std::function<std::optional<WatchedObject>(JNIEnv*, jobject)> on_collected;
};

struct Capture {
  HeapGraph graph;
  std::vector<NodeId> inputs;  // one for each element of the request's inputs; none for null
  WalkStops stops;             // where a walk that is not of the whole heap did not go on
};

// Captures by FollowReferences in one safepoint. Runs on any attached thread in the live phase;
// several captures may run one after the other, never two at once in one process. Whatever happens,
// no tag of ours remains. Roots that are ours are left out: locals of the capturing thread outside
// of Java, and of frames in org.taproot.
//
// Cancelled if the progress is; Unavailable where a needed capability is missing or identity by
// address was demanded and does not check out; ResourceExhausted without memory; FailedPrecondition
// outside of the live phase.
absl::StatusOr<Capture> CaptureByFollowing(JavaVM* vm, JNIEnv* jni, const CaptureRequest& request);

}  // namespace taproot
