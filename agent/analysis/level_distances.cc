#include "analysis/level_distances.h"

#include <algorithm>

#include "analysis/rule_index.h"

namespace taproot {

const std::vector<uint32_t>& LevelDistances::At(const PathLevel& level) {
  const size_t place = (static_cast<size_t>(level.strength) * 2 + (level.last_resort ? 1 : 0)) * 4 +
                       static_cast<size_t>(level.rank);
  std::vector<uint32_t>& distance = distances_[place];
  if (distance.empty()) {
    distance.assign(referrers_.graph().node_count(), kUnreached);
    Search(level, distance);
  }
  return distance;
}

void LevelDistances::Search(const PathLevel& level, std::vector<uint32_t>& distance) const {
  const HeapGraph& graph = referrers_.graph();
  const RuleIndex* rules = referrers_.rules();
  Stride stride(progress_, "measuring how far objects are from the roots", graph.node_count());
  std::vector<NodeId> queue;
  auto reach = [&](NodeId node, uint32_t length) {
    if (distance[node.value] != kUnreached) return;
    distance[node.value] = length;
    queue.push_back(node);
  };
  for (size_t i = 0; i < graph.roots().size(); ++i) {
    const RootId root(i);
    const bool ignored = rules != nullptr && rules->OfRoot(root) == RuleEffect::kIgnore;
    if (!ignored && level.Admits(referrers_.level(root))) reach(graph.root(root).node, 0);
  }
  for (size_t head = 0; head < queue.size() && stride.Step(); ++head) {
    const NodeId node = queue[head];
    const bool ruled = rules != nullptr && rules->has_rules(graph.class_of(node));
    uint32_t position = 0;
    graph.ForEachReference(node, [&](NodeId target, ReferenceSlot slot) {
      const Referrer referrer{node, position++};
      if (distance[target.value] != kUnreached) return;
      if (ruled && rules->OfReference(node, slot) == RuleEffect::kIgnore) return;
      if (level.Admits(referrers_.level(referrer))) reach(target, distance[node.value] + 1);
    });
  }
}

}  // namespace taproot
