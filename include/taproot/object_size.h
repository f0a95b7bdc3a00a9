// What objects weigh. All sums are 64-bit bytes.
#pragma once

#include <cstdint>
#include <span>

#include "taproot/heap_graph.h"
#include "taproot/object_walk.h"

namespace taproot {

struct ObjectSize {
  uint64_t objects = 0;        // reached from the starts, them included
  uint64_t shallow_bytes = 0;  // of the starts alone
  uint64_t deep_bytes = 0;     // of all that is reached, each object once
  uint64_t native_bytes = 0;   // outside of the heap, never part of deep_bytes
  WalkStops stops;
};

// Several starts are weighed together: what they share counts once.
ObjectSize MeasureObjects(const HeapGraph& graph, std::span<const NodeId> starts,
                          const WalkOptions& options);

// What `object` weighs beyond what `base` reaches anyway.
struct SizeDelta {
  ObjectSize base;
  ObjectSize object;           // on its own, the shared part included
  uint64_t delta_objects = 0;  // reached from `object`, not from `base`
  uint64_t delta_bytes = 0;
  uint64_t shared_objects = 0;
  uint64_t shared_bytes = 0;
};

SizeDelta MeasureDelta(const HeapGraph& graph, NodeId base, NodeId object,
                       const WalkOptions& options);

}  // namespace taproot
