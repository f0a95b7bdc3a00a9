// A search tree that grows from an object back towards the roots: for each object met, the next one
// on the way to where the search began. Starting over costs by what was met, not by the graph.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "taproot/ids.h"
#include "taproot/progress.h"

namespace taproot {

class BackwardTree {
 public:
  explicit BackwardTree(uint32_t node_count) : next_(node_count), via_(node_count) {}

  bool met(NodeId node) const { return next_[node.value].valid(); }
  NodeId next(NodeId node) const { return next_[node.value]; }
  uint32_t via(NodeId node) const { return via_[node.value]; }

  // `via` is the searcher's: position of the reference in the row of the node. Where the search
  // begins an object is its own next.
  void Meet(NodeId node, NodeId next, uint32_t via) {
    next_[node.value] = next;
    via_[node.value] = via;
    queue_.push_back(node);
  }
  // What was met, in order; grows while a search goes through it.
  const std::vector<NodeId>& queue() const { return queue_; }

  void Clear() {
    for (NodeId node : queue_) next_[node.value] = NodeId();
    queue_.clear();
  }

 private:
  std::vector<NodeId> next_;
  std::vector<uint32_t> via_;
  std::vector<NodeId> queue_;
};

}  // namespace taproot
