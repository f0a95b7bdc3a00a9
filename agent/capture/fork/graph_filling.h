// The rows of the graph out of a frozen heap whose objects are marked and numbered: a second pass
// over the objects in the order of their addresses, on several threads.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "capture/fork/class_table.h"
#include "capture/fork/frozen_heap.h"
#include "capture/fork/heap_tracer.h"
#include "capture/fork/node_index.h"
#include "capture/fork/parked_stacks.h"
#include "graph/heap_graph_builder.h"
#include "taproot/progress.h"

namespace taproot {

struct FilledRows {
  HeapGraph::Rows rows;
  std::span<const ClassId> class_of;  // as in `rows`, and for as long as these live
  // Mirrors of classes that are not loaded: they come out of the CDS archive.
  std::vector<NodeId> strange_mirrors;
};

// `parked` may be null. ResourceExhausted if there are more references than a graph can number,
// DataLoss if the second pass finds something else than the first, Cancelled.
absl::StatusOr<FilledRows> FillRows(const FrozenHeap& heap, const ClassTable& classes,
                                    const NodeIndex& nodes, const ParkedStacks* parked,
                                    const TraceCounts& counts, Progress* progress);

}  // namespace taproot
