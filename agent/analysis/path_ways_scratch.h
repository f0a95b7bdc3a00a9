// What a PathWays keeps from one search to the next.
#pragma once

#include "analysis/backward_tree.h"
#include "analysis/level_distances.h"
#include "taproot/node_set.h"
#include "taproot/path_ways.h"

namespace taproot {

struct PathWays::Scratch {
  Scratch(const Referrers& referrers, Progress* progress)
      : tree(referrers.graph().node_count()),
        closed(referrers.graph().node_count()),
        distances(referrers, progress) {}

  BackwardTree tree;
  NodeSet closed;  // objects that a path may not go through; empty between searches
  LevelDistances distances;
};

}  // namespace taproot
