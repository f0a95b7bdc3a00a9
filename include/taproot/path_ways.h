// More than one way to an object: the k shortest paths, and paths that share no object.
//
// Source: the k shortest paths by Yen (Finding the K Shortest Loopless Paths, 1971) with Lawler's
// partition, from the object back to the roots; the disjoint ones as a maximum flow of unit
// capacity through objects, by shortest augmentations (Edmonds and Karp, 1972).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "taproot/progress.h"
#include "taproot/referrers.h"
#include "taproot/root_paths.h"

namespace taproot {

struct ShortestWays {
  std::vector<RootPath> paths;  // the best first
  bool complete = true;         // false: the search took too much, there may be better ones
};

struct DisjointWays {
  std::vector<RootPath> paths;  // from the object on that they share, shortest first
  bool more = false;            // there are more than were asked for
};

// Answers for one object after the other; what it takes in memory, 12 bytes a node and for
// Shortest() 4 more a level of strength and rank, is kept from one to the next. Not thread-safe;
// the Referrers may be shared. When cancelled, an answer is incomplete.
class PathWays {
 public:
  explicit PathWays(const Referrers& referrers, Progress* progress = nullptr);
  PathWays(const PathWays&) = delete;
  PathWays& operator=(const PathWays&) = delete;
  ~PathWays();

  // Paths that go through no object twice, and differ in at least one reference or in the root: by
  // strength, last resort, rank and length. `first`, if not null, is a path
  // that FindRootPaths has given for the target: it comes first, and the others are others. None of
  // them is looser than `loosest`.
  ShortestWays Shortest(NodeId target, uint32_t count, Strength loosest, const RootPath* first);

  // As many strong paths as there are, but at most `count`, no two of which share an object except
  // the target.
  DisjointWays Disjoint(NodeId target, uint32_t count);

 private:
  class ShortestSearch;
  class DisjointSearch;
  struct Scratch;

  const Referrers& referrers_;
  Progress* const progress_;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace taproot
