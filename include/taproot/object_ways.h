// All that holds one object, as an answer tells it beside the shortest path: the next shortest
// paths, those that share nothing with it, and the fewest references to remove.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "taproot/path_ways.h"
#include "taproot/progress.h"
#include "taproot/referrers.h"
#include "taproot/root_paths.h"
#include "taproot/smallest_cut.h"

namespace taproot {

struct WayOptions {
  uint32_t shortest = 1;                  // paths, the first included
  uint32_t disjoint = 3;                  // paths that share no object, the first included
  uint32_t cut_limit = 8;                 // references
  Strength loosest = Strength::kStrong;   // of the next shortest paths
  const ReferenceRules* rules = nullptr;  // may be null; the ways refer to them
};

struct ObjectWays {
  std::vector<RootPath> next_shortest;  // the best first
  bool complete = true;                 // false: the search for them took too much
  // Strong paths, no two of which share an object: those that stand beside the first path.
  std::vector<RootPath> others;
  bool more_others = false;
  SmallestCut cut;
  uint32_t cut_limit = 0;
};

// For one object after the other. Not thread-safe. The references of the graph are turned round
// when it is made: see referrers.h for what that takes; an object takes a few searches from it back
// to the roots. When cancelled, an answer is incomplete.
class WayFinder {
 public:
  WayFinder(const HeapGraph& graph, const WayOptions& options, Progress* progress = nullptr);

  // `first`: what FindRootPaths has found with the same rules, to the object in question.
  ObjectWays Find(const RootPath& first);

 private:
  const WayOptions options_;
  Referrers referrers_;
  PathWays ways_;
  CutFinder cuts_;
};

// What finding ways takes at most, in bytes.
uint64_t WayFinderBytes(const HeapGraph& graph, const WayOptions& options = {});

}  // namespace taproot
