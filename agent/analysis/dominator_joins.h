// Who refers to a vertex beside its parent in the depth-first tree. Vertices to which nobody else
// refers, most on a real heap, have no row: their parent dominates them, and that is that.
#pragma once

#include <cstdint>
#include <span>

#include "analysis/dominator_search.h"
#include "taproot/flat_array.h"
#include "taproot/progress.h"

namespace taproot {

// All in depth-first numbers.
struct JoinTable {
  uint32_t count = 0;
  FlatArray<uint32_t> vertex;     // rising
  FlatArray<uint32_t> first;      // count + 1 entries: where the vertex's row of `referrers` begins
  FlatArray<uint32_t> referrers;  // in no particular order

  std::span<const uint32_t> row(uint32_t join) const {
    return {referrers.data() + first[join], first[join + 1] - first[join]};
  }
};

// On both cores. 4 bytes a node, 4 a joining reference, 8 a vertex that has a row. Incomplete, but
// safe to read, if cancelled.
JoinTable FindJoins(const HeapGraph& graph, const DominatorSearch& search, Progress* progress);

}  // namespace taproot
