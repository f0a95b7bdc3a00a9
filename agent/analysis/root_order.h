// The order in which the roots of a graph are searched from. It rests on ranks and names, never on
// addresses or on the order of a capture, so that one heap gives one answer.
#pragma once

#include <vector>

#include "taproot/heap_graph.h"

namespace taproot {

// All roots: by rank, then kind, then class, field and method names, then thread and place in it.
std::vector<RootId> RootsInOrder(const HeapGraph& graph);

}  // namespace taproot
