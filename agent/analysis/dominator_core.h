// Immediate dominators from depth-first numbers: the one part of the algorithm that is not linear.
#pragma once

#include <cstdint>
#include <optional>

#include "analysis/dominator_joins.h"
#include "taproot/flat_array.h"
#include "taproot/progress.h"

namespace taproot {

enum class DominatorMethod : uint8_t {
  kSemiNca,         // fast on heaps, quadratic at worst
  kLengauerTarjan,  // steady
};

struct DominatorCoreOptions {
  std::optional<DominatorMethod> method;  // else semi-NCA, and after too many steps the other
  // Of semi-NCA, per vertex.
  uint32_t steps_allowed = 16;
};

// Turns `parent`, the depth-first tree of vertices 0..size()-1 with the root 0, into immediate
// dominators. Both are numbers below that of the vertex; the root's is itself. Uses up `joins`.
// Takes 8 bytes a vertex and 4 a row of `joins`; Lengauer-Tarjan 16 a vertex. Returns which method
// has led to the end; the result is incomplete if cancelled.
DominatorMethod ComputeImmediateDominators(std::span<uint32_t> parent, JoinTable joins,
                                           const DominatorCoreOptions& options, Progress* progress);

}  // namespace taproot
