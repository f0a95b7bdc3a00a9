// Retained sizes of several objects together, and of classes, packages and class loaders.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "taproot/dominators.h"
#include "taproot/heap_graph.h"
#include "taproot/progress.h"

namespace taproot {

struct RetainedSet {
  uint64_t objects = 0;
  uint64_t bytes = 0;

  friend bool operator==(const RetainedSet&, const RetainedSet&) = default;
};

// What nothing would reach any more if all these nodes were gone, themselves included; exact, also
// where none of them retains much alone. References looser than `loosest` do not count, and nodes
// that nothing reaches add nothing. One traversal of the graph, a bit and a queue entry a node.
RetainedSet MeasureRetained(const HeapGraph& graph, std::span<const NodeId> nodes,
                            Strength loosest = Strength::kStrong, Progress* progress = nullptr);

// The objects of a class, a package or a loader, and what they dominate: each object once, also
// where one of the group dominates another. (Two of a group may hold something together that
// neither dominates: that is not in here.)
struct RetainedGroup {
  uint64_t instances = 0;
  uint64_t shallow_bytes = 0;
  uint64_t retained_objects = 0;
  uint64_t retained_bytes = 0;
};

// By ClassId; of what the tree reaches.
std::vector<RetainedGroup> RetainedByClass(const HeapGraph& graph, const DominatorTree& tree);

struct RetainedPackage {
  std::string name;  // "" for classes without one, and for arrays of primitives
  RetainedGroup group;
};

// Heaviest first. An array of objects is of its elements' package.
std::vector<RetainedPackage> RetainedByPackage(const HeapGraph& graph, const DominatorTree& tree);

struct RetainedLoader {
  LoaderKind kind = LoaderKind::kBoot;
  NodeId loader;     // none for the boot loader, or if not met
  std::string name;  // "boot", "app", else the loader's class
  RetainedGroup group;
};

// Heaviest first. To a loader belong itself, its class objects and all instances of its classes.
std::vector<RetainedLoader> RetainedByLoader(const HeapGraph& graph, const DominatorTree& tree);

}  // namespace taproot
