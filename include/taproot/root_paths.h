// The shortest path from a GC root to each of many objects, in one search.
//
// Of all paths to an object the best is given: first by strength (that of the loosest reference on
// it), then one that needs no reference which the rules keep as a last resort, then by rank (static
// fields, system classes and threads; frame locals; JNI; VM internals), then by length. So a strong
// path from a poor root wins over a soft path from a good one, and a long path from a good root
// over a short one from a poor root. A frame local of an unmounted virtual thread ranks with the
// other frame locals, and the path to it is the best path to the thread's object and one reference
// more; so is the path by a reference of last resort the best path to the object that has it and
// one reference more.
//
// At equal length the root of the lower RootKind wins, then class, field and method names, then
// what comes first in a row, so that one heap gives one path. (Where frame locals are met on the
// way there may be several of one kind; one of them is taken, always the same.)
//
// References that the rules ignore are on no path.
//
// Breadth-first, one phase a rank, one pass over the graph a strength; a pass is only made while
// targets are missing. Iterative; 12 bytes a node.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/progress.h"
#include "taproot/reference_rules.h"

namespace taproot {

struct PathStep {
  NodeId node;
  ReferenceSlot slot;  // of the node before; meaningless in the first step

  friend bool operator==(const PathStep&, const PathStep&) = default;
};

struct RootPath {
  RootId root;  // of several roots at the first object the one that explains it best
  std::vector<PathStep> steps;            // from the root's object to the target, both included
  Strength strength = Strength::kStrong;  // of the loosest reference on the path
  // Of a path over a reference, or from a root, that the rules keep as a last resort: the rule, and
  // the step that the first such reference leads to, 0 for the root. Null for all other paths.
  const ReferenceRule* last_resort = nullptr;
  size_t last_resort_step = 0;
};

struct RootPathOptions {
  Strength loosest = Strength::kPhantom;
  const ReferenceRules* rules = nullptr;  // may be null; the paths refer to them
};

// One entry a target, in order; nullopt where no path of the wanted strength exists. An invalid
// NodeId has none. The search ends once all targets are met, or when `progress` is cancelled.
std::vector<std::optional<RootPath>> FindRootPaths(const HeapGraph& graph,
                                                   std::span<const NodeId> targets,
                                                   const RootPathOptions& options,
                                                   Progress* progress = nullptr);

}  // namespace taproot
