// The shortest paths to many objects, merged into one tree: which references most of them are held
// by. Its rows are those of PathGroups (elements of arrays and chains folded) that a path to one of
// the objects goes through.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "taproot/dominators.h"
#include "taproot/heap_graph.h"
#include "taproot/path_groups.h"

namespace taproot {

struct MergedPath {
  std::optional<uint32_t> parent;  // a row before this one; none where paths begin
  GroupId group;
  uint64_t passing = 0;  // objects asked for whose path goes through here or ends here
  uint64_t ending = 0;   // of these, those that are here
  // What the passing objects retain together, in bytes; 0 without a dominator tree. An object that
  // another one of those asked for dominates is a part of that one's, wherever its own path goes.
  uint64_t retained_bytes = 0;
};

struct MergedPaths {
  std::vector<MergedPath> rows;  // depth first; of siblings the one that most objects pass first
  uint64_t objects = 0;          // asked for, each once
  uint64_t unheld = 0;           // of these, those that no strong reference holds
  uint64_t retained_bytes = 0;   // of all together
};

// The groups and the tree, which may be null, are those of the graph. Invalid ids are no objects.
MergedPaths MergePaths(const HeapGraph& graph, const PathGroups& groups,
                       std::span<const NodeId> objects, const DominatorTree* dominators);

}  // namespace taproot
