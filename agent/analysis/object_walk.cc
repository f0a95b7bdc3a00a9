#include "taproot/object_walk.h"

#include "analysis/walk_rules.h"

namespace taproot {

ObjectWalk WalkObjects(const HeapGraph& graph, std::span<const NodeId> starts,
                       const WalkOptions& options) {
  WalkRules rules(graph, options);
  rules.SetStarts(starts);

  ObjectWalk walk;
  constexpr uint32_t kNotMet = ObjectWalk::kNoParent;
  std::vector<uint32_t> position(graph.node_count(), kNotMet);
  auto meet = [&](NodeId node, uint32_t parent, ReferenceSlot slot) {
    position[node.value] = static_cast<uint32_t>(walk.nodes.size());
    walk.nodes.push_back(node);
    walk.parent.push_back(parent);
    walk.slot.push_back(slot);
    walk.reference_count.push_back(0);
  };

  for (uint32_t i = 0; i < starts.size(); ++i) {
    if (position[starts[i].value] != kNotMet) continue;
    meet(starts[i], ObjectWalk::kNoParent, ElementSlot(i));
  }
  for (uint32_t at = 0; at < walk.nodes.size(); ++at) {
    rules.ForEachFollowed(walk.nodes[at], walk.stops, [&](NodeId target, ReferenceSlot slot) {
      if (position[target.value] == kNotMet) meet(target, at, slot);
      ++walk.reference_count[position[target.value]];
    });
  }
  return walk;
}

}  // namespace taproot
