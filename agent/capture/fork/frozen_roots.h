// Turns the roots that were written down before the fork into roots of the graph: which thread,
// which method, which line. All it needs of threads stands in the frozen heap.
#pragma once

#include <span>

#include "capture/fork/class_table.h"
#include "capture/fork/frozen_capture.h"
#include "capture/fork/frozen_heap.h"
#include "capture/fork/frozen_methods.h"
#include "capture/fork/node_index.h"
#include "capture/fork/parked_stacks.h"
#include "graph/heap_graph_builder.h"

namespace taproot {

// `class_of`: of each node. Adds threads, methods and roots to the builder; where the scene has
// stacks or asks for those of virtual threads, states and frames as well. Roots that are there for
// the capture's own sake are left out. False if there were more virtual threads than the scene asks
// for. `parked` knows the frames of those that are not mounted; it may be null.
bool AddFrozenRoots(const FrozenScene& scene, const FrozenHeap& heap, const ClassTable& classes,
                    const NodeIndex& nodes, std::span<const ClassId> class_of,
                    FrozenMethods& methods, HeapGraphBuilder& builder,
                    ParkedStacks* parked = nullptr);

}  // namespace taproot
