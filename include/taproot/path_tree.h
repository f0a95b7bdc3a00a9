// The paths that hold most of a heap, as a tree to look at: the heaviest of PathGroups, each with
// what it holds itself and what lies below it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "taproot/path_groups.h"

namespace taproot {

struct PathTreeRow {
  std::optional<uint32_t> parent;  // a row before this one; none where paths begin
  PathLabel label;
  uint64_t objects = 0;  // here, and below where that has no row of its own
  uint64_t bytes = 0;    // shallow, of those
  uint64_t objects_with_all_below = 0;
  uint64_t bytes_with_all_below = 0;
};

struct PathTree {
  uint64_t objects = 0;           // all that the roots hold strongly
  uint64_t bytes = 0;             // shallow, of those
  std::vector<PathTreeRow> rows;  // depth first; of siblings the one with most bytes first
  uint64_t groups_without_row = 0;
};

// The `max_rows` groups with most bytes, those below included; a group has a row only if its parent
// has one. So roots that hold little may have none, and rows need not add up to all bytes.
PathTree MakePathTree(const PathGroups& groups, uint32_t max_rows);

}  // namespace taproot
