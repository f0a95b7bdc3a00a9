// Weighs objects of one graph, one after the other. Each weighing costs what it reaches; only the
// making of a scale costs by the size of the graph.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/walk_rules.h"
#include "taproot/heap_graph.h"
#include "taproot/node_set.h"
#include "taproot/object_size.h"

namespace taproot {

class ObjectScale {
 public:
  ObjectScale(const HeapGraph& graph, const WalkOptions& options);

  ObjectSize Weigh(std::span<const NodeId> starts);
  // Gives up, with a size of zero objects, once it has met more than `most` of them.
  ObjectSize WeighAtMost(std::span<const NodeId> starts, uint64_t most);

  // Of the latest weighing.
  const std::vector<NodeId>& reached() const { return reached_; }
  bool has_reached(NodeId node) const { return seen_.contains(node); }

 private:
  void Clear();

  const HeapGraph& graph_;
  WalkRules rules_;
  NodeSet seen_;
  std::vector<NodeId> reached_;
};

}  // namespace taproot
