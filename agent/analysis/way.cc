#include "analysis/way.h"

#include <algorithm>

#include "analysis/search_tree.h"

namespace taproot {

PathLevel LevelOf(const Referrers& referrers, const Way& way) {
  PathLevel level = referrers.level(way.root);
  for (Referrer hop : way.hops) level.Join(referrers.level(hop));
  return level;
}

RootPath ToRootPath(const Referrers& referrers, NodeId target, const Way& way) {
  RootPath path;
  path.root = way.root;
  path.strength = way.level.strength;
  path.steps.reserve(way.length() + 1);
  path.steps.push_back({way.node(target, way.length()), ReferenceSlot()});
  for (size_t at = way.length(); at > 0; --at) {
    path.steps.push_back({way.node(target, at - 1), referrers.slot(way.hops[at - 1])});
  }
  if (way.level.last_resort) AddLastResort(*referrers.rules(), path);
  return path;
}

Way ToWay(const Referrers& referrers, const RootPath& path) {
  Way way;
  way.root = path.root;
  for (size_t at = path.steps.size() - 1; at > 0; --at) {
    const NodeId from = path.steps[at - 1].node;
    const std::span<const ReferenceSlot> slots = referrers.graph().slots(from);
    const std::span<const NodeId> targets = referrers.graph().targets(from);
    uint32_t position = 0;
    while (position < slots.size() &&
           (slots[position] != path.steps[at].slot || targets[position] != path.steps[at].node)) {
      ++position;
    }
    way.hops.push_back({from, position});
  }
  way.level = LevelOf(referrers, way);
  return way;
}

}  // namespace taproot
