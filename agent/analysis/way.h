// A path as the searches from an object back to the roots build it: from the object on.
#pragma once

#include <tuple>
#include <vector>

#include "taproot/referrers.h"
#include "taproot/root_paths.h"

namespace taproot {

struct Way {
  std::vector<Referrer> hops;  // who refers to the target, who to that one, and so on
  RootId root;
  PathLevel level;

  size_t length() const { return hops.size(); }
  // The object after so many hops.
  NodeId node(NodeId target, size_t at) const { return at == 0 ? target : hops[at - 1].node; }
};

// The worst of the root and the references.
PathLevel LevelOf(const Referrers& referrers, const Way& way);

RootPath ToRootPath(const Referrers& referrers, NodeId target, const Way& way);
// The path must be one of this graph and these rules.
Way ToWay(const Referrers& referrers, const RootPath& path);

}  // namespace taproot
