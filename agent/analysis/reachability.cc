#include "taproot/reachability.h"

#include <utility>
#include <vector>

namespace taproot {
namespace {

class Flood {
 public:
  Flood(const HeapGraph& graph, Strength loosest)
      : graph_(graph), loosest_(loosest), reached_(graph.node_count()) {}

  void Reach(NodeId node) {
    if (reached_.Insert(node)) queue_.push_back(node);
  }

  NodeSet Run() && {
    size_t head = 0;
    while (head < queue_.size()) {
      const NodeId node = queue_[head++];
      graph_.ForEachReference(node, [&](NodeId target, ReferenceSlot slot) {
        // Most references lead to what is reached already: ask that first, it is cheaper.
        if (!reached_.contains(target) && graph_.strength(node, slot) <= loosest_) Reach(target);
      });
    }
    return std::move(reached_);
  }

 private:
  const HeapGraph& graph_;
  const Strength loosest_;
  NodeSet reached_;
  std::vector<NodeId> queue_;
};

}  // namespace

NodeSet ReachableFrom(const HeapGraph& graph, std::span<const NodeId> starts, Strength loosest) {
  Flood flood(graph, loosest);
  for (NodeId start : starts) flood.Reach(start);
  return std::move(flood).Run();
}

NodeSet ReachableFromRoots(const HeapGraph& graph, Strength loosest) {
  Flood flood(graph, loosest);
  for (const Root& root : graph.roots()) flood.Reach(root.node);
  return std::move(flood).Run();
}

}  // namespace taproot
