#include "taproot/retained.h"

#include <vector>

#include "taproot/node_set.h"

namespace taproot {
namespace {

// Goes through all that is reached without the nodes in question, then on from those of them that
// were met: what is new in the second part is theirs alone.
class TwoPartFlood {
 public:
  TwoPartFlood(const HeapGraph& graph, std::span<const NodeId> nodes, Strength loosest)
      : graph_(graph),
        loosest_(loosest),
        withheld_(graph.node_count()),
        reached_(graph.node_count()) {
    for (NodeId node : nodes) withheld_.Insert(node);
  }

  bool Run(Progress* progress) {
    Stride stride(progress, "retained together", graph_.node_count());
    for (const Root& root : graph_.roots()) Reach(root.node);
    if (!Drain(stride)) return false;
    queue_ = std::move(met_);
    withholding_ = false;
    for (NodeId node : queue_) Count(node);
    return Drain(stride);
  }

  const RetainedSet& retained() const { return retained_; }

 private:
  void Reach(NodeId node) {
    if (!reached_.Insert(node)) return;
    if (!withholding_) {
      Count(node);
      queue_.push_back(node);
    } else {
      (withheld_.contains(node) ? met_ : queue_).push_back(node);
    }
  }

  void Count(NodeId node) {
    ++retained_.objects;
    retained_.bytes += graph_.shallow_size(node);
  }

  bool Drain(Stride& stride) {
    while (!queue_.empty()) {
      if (!stride.Step()) return false;
      const NodeId node = queue_.back();
      queue_.pop_back();
      graph_.ForEachReference(node, [&](NodeId target, ReferenceSlot slot) {
        if (!reached_.contains(target) && graph_.strength(node, slot) <= loosest_) Reach(target);
      });
    }
    return true;
  }

  const HeapGraph& graph_;
  const Strength loosest_;
  NodeSet withheld_;
  NodeSet reached_;
  bool withholding_ = true;
  std::vector<NodeId> queue_;
  std::vector<NodeId> met_;
  RetainedSet retained_;
};

}  // namespace

RetainedSet MeasureRetained(const HeapGraph& graph, std::span<const NodeId> nodes, Strength loosest,
                            Progress* progress) {
  TwoPartFlood flood(graph, nodes, loosest);
  return flood.Run(progress) ? flood.retained() : RetainedSet{};
}

}  // namespace taproot
