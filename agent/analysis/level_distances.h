// How far objects are from the roots, by paths that are held to a level.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "taproot/progress.h"
#include "taproot/referrers.h"

namespace taproot {

// The distances of a level are made when they are first asked for, by one search through the graph,
// and kept: 4 bytes a node. Not thread-safe.
class LevelDistances {
 public:
  static constexpr uint32_t kUnreached = std::numeric_limits<uint32_t>::max();

  LevelDistances(const Referrers& referrers, Progress* progress)
      : referrers_(referrers), progress_(progress) {}

  // By node: references on the shortest path that the level admits.
  const std::vector<uint32_t>& At(const PathLevel& level);

 private:
  static constexpr size_t kLevels = size_t{5} * 2 * 4;  // strengths, last resort or not, ranks

  void Search(const PathLevel& level, std::vector<uint32_t>& distance) const;

  const Referrers& referrers_;
  Progress* const progress_;
  std::array<std::vector<uint32_t>, kLevels> distances_;  // empty until asked for
};

}  // namespace taproot
