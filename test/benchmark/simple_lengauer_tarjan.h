// What the dominators are measured against: Lengauer-Tarjan with simple linking as the books have
// it. Every vertex gets the full list of its predecessors and goes through the whole algorithm.
#pragma once

#include <cstdint>
#include <vector>

#include "taproot/heap_graph.h"

namespace taproot {

struct SimpleDominators {
  std::vector<uint32_t> parent;          // by node: a node, or node_count() for the root
  std::vector<uint64_t> retained_bytes;  // by node
  double numbering_ms = 0;
  double predecessors_ms = 0;
  double dominators_ms = 0;
  double retained_ms = 0;
};

// Strong references; one root above all roots of the graph, without holders between. Iterative.
SimpleDominators SimpleLengauerTarjan(const HeapGraph& graph);

}  // namespace taproot
