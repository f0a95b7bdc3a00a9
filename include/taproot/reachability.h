// What can be reached from where. Iterative, one pass, a bit and a queue entry a node.
#pragma once

#include <span>

#include "taproot/heap_graph.h"
#include "taproot/node_set.h"

namespace taproot {

// Follows references that are at least as firm as `loosest`. The starts are in the result.
NodeSet ReachableFrom(const HeapGraph& graph, std::span<const NodeId> starts, Strength loosest);

NodeSet ReachableFromRoots(const HeapGraph& graph, Strength loosest);

}  // namespace taproot
