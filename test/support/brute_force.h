// What the analyses compute, computed so plainly that it can be believed: all references in a list,
// gone through again and again until nothing changes. For small graphs.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/object_walk.h"

namespace taproot::test {

struct PlainReference {
  NodeId from;
  NodeId to;
  ReferenceSlot slot;
  Strength strength = Strength::kStrong;
};

// All references, those to the classes of custom loaders included.
std::vector<PlainReference> AllReferences(const HeapGraph& graph);

std::set<NodeId> BruteReachable(const HeapGraph& graph, std::span<const NodeId> starts,
                                Strength loosest);

// What is to be said of the best path to a node.
struct PathQuality {
  Strength strength = Strength::kStrong;
  RootRank rank = RootRank::kProgram;
  uint32_t length = 0;
  RootKind root_kind = RootKind::kInput;  // the lowest of a path this good

  friend bool operator==(const PathQuality&, const PathQuality&) = default;
};

// By node; none where there is no path.
std::vector<std::optional<PathQuality>> BruteBestPaths(const HeapGraph& graph);

struct PlainWalk {
  std::vector<std::optional<uint32_t>> distance;  // by node; none if not part of the walk
  std::vector<uint32_t> reference_count;          // by node
  WalkStops stops;
  uint64_t objects = 0;
  uint64_t bytes = 0;
  uint64_t native_bytes = 0;
};

PlainWalk BruteWalk(const HeapGraph& graph, std::span<const NodeId> starts,
                    const WalkOptions& options);

}  // namespace taproot::test
