// Leaks explained and put together: which reference is to blame, whose fault it is, and which leaks
// are one mistake.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/progress.h"
#include "taproot/reference_rules.h"
#include "taproot/retained.h"
#include "taproot/verdict.h"

namespace taproot {

// Gives every finding with a path its status, and its signature and the rule of a library leak that
// the path meets, if any. Values of objects should be in the graph by then. The rules outlive the
// findings.
void ExplainFindings(const HeapGraph& graph, const ReferenceRules& rules,
                     std::vector<Finding>& findings);

// Findings with one verdict and one signature.
struct LeakGroup {
  uint32_t signature = 0;
  std::vector<size_t> findings;  // positions, the one that retains most first, then as they come
  // What all of them retain together, exactly. None if not asked for, or left out; see below.
  std::optional<RetainedSet> retained;
};

struct GroupOptions {
  bool retained = true;
  // A group of several is measured by one traversal of the graph, the largest groups first. As many
  // are measured as take together no more than this many visits of an object.
  uint64_t visits = 50'000'000;
};

// Groups of the strongly reachable, those that retain most first, then the largest, then as they
// come. Groups of one that retain what is known of the finding need no traversal.
std::vector<LeakGroup> GroupLeaks(const HeapGraph& graph, const std::vector<Finding>& findings,
                                  const GroupOptions& options, Progress* progress = nullptr);

}  // namespace taproot
