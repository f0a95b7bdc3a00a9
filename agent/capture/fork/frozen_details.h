// What a report wants to know of single objects, read from the frozen heap: so exactly as it was at
// the capture. The other engine reads the same from the live JVM; see capture/path_details.h.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "capture/fork/frozen_capture.h"
#include "capture/fork/frozen_methods.h"
#include "taproot/heap_graph.h"
#include "taproot/known_value.h"
#include "taproot/root_paths.h"

namespace taproot {

// Texts of Strings and of objects that are named, keys of map entries, and values that say what an
// object is up to, of the objects on these paths: of the first 5,000 of each, and the last. Names
// of the local variables that the paths pass through.
void AddFrozenDetails(const FrozenCapture& capture, absl::Span<const RootPath* const> paths,
                      absl::Span<const InspectedField> fields, HeapGraph& graph);

// Names of the local variables of these methods.
void AddFrozenLocals(const FrozenMethods& methods, absl::Span<const MethodId> wanted,
                     HeapGraph& graph);

// Bytes outside of the Java heap that direct buffers own. Before the graph is made; `class_of`: of
// each node.
std::vector<std::pair<NodeId, uint64_t>> FrozenNativeBytes(const FrozenHeap& heap,
                                                           const ClassTable& classes,
                                                           const NodeIndex& nodes,
                                                           absl::Span<const ClassId> class_of);

}  // namespace taproot
