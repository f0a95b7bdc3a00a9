// Marks what a frozen heap's roots reach, on several threads. Each has a stack of its own and gives
// half of a deep one away when another has nothing left to do; nothing recurses.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "capture/fork/class_table.h"
#include "capture/fork/frozen_heap.h"
#include "capture/fork/node_index.h"
#include "capture/fork/object_references.h"
#include "taproot/progress.h"

namespace taproot {

// What has been marked, counted by stretches of the heap, so that the rows of the graph can be
// filled in by stretches as well.
struct TraceCounts {
  static constexpr uint32_t kStretchBits = 20;  // 1 MiB

  uint64_t objects = 0;
  std::vector<uint64_t> references;  // by stretch, of the objects that begin in it
  std::vector<Address> parked;       // virtual threads and stack chunks, in any order

  uint64_t& ReferencesOf(const FrozenHeap& heap, Address object) {
    return references[(object - heap.layout().heap_begin) >> kStretchBits];
  }
  // Of the same heap; `other.parked` is not added.
  void Add(const TraceCounts& other);
};

// Marks in `nodes`, and counts what was not marked before. DataLoss if a reference does not lead to
// an object, ResourceExhausted without memory, Cancelled.
absl::StatusOr<TraceCounts> TraceHeap(const FrozenHeap& heap, const ClassTable& classes,
                                      absl::Span<const Address> roots, NodeIndex& nodes,
                                      Progress* progress);

}  // namespace taproot
