// Where below a dominator the memory has piled up, and as what.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "taproot/dominators.h"
#include "taproot/heap_graph.h"
#include "taproot/progress.h"
#include "taproot/suspects.h"

namespace taproot {

// What a collection is made of, and nobody means when he talks of it: arrays, nested classes of
// java.util such as HashMap$Node.
bool IsCarrier(const JavaClass& java_class);

// The objects immediately below, seen through holders such as the frames of a thread.
std::vector<DominatorId> ObjectsBelow(const DominatorTree& tree, DominatorId id);

// From `start` down the heaviest child for as long as it has at least `child_share` of the bytes of
// its parent, and of the first object of its own class on the way: along a chain each object has
// nearly all of the one before, and yet the chain is one thing. It piles up above its head.
DominatorId AccumulationPoint(const HeapGraph& graph, const DominatorTree& tree, DominatorId start,
                              double child_share);

struct Content {
  ClassAmount amount;          // no class if the point dominates nothing
  std::vector<NodeId> sample;  // some of these objects
};

// The class with the most bytes right below `point`, or below the carriers that stand there. A
// chain counts with all its objects. bytes: what they retain together.
Content ContentBelow(const HeapGraph& graph, const DominatorTree& tree, DominatorId point);

// All that the subtrees of `tops` hold, by class: shallow bytes, most first, at most `top` classes.
std::vector<ClassAmount> ClassesBelow(const HeapGraph& graph, const DominatorTree& tree,
                                      std::span<const DominatorId> tops, uint32_t top,
                                      Progress* progress);

}  // namespace taproot
