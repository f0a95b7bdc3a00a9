// The profile tree: which parts make an object heavy. A breadth-first spanning tree of all that the
// object reaches; each object hangs below the reference that met it first and weighs itself and its
// subtree. An object's own fields or elements are a "shell" beside its children, so that the
// children of an entry always add up to it. After V. Roubtsov's ObjectProfiler (JavaWorld, 2003).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/object_walk.h"

namespace taproot {

// Positions in ProfileTree::entries; entry 0 is the root.
struct ProfileEntry {
  static constexpr uint32_t kNoParent = 0xffffffff;

  NodeId node;  // a shell's is its object's; a joint root has none
  uint32_t parent = kNoParent;
  uint32_t first_child = 0;  // children lie side by side, heaviest first; at equal weight the
  uint32_t child_count = 0;  // shell first, then in the order of the references
  uint32_t depth = 0;
  uint32_t reference_count = 0;  // references to the object that the walk followed; shells: 0
  ReferenceSlot slot;            // of the parent's object; below a joint root the place among the
                                 // starts; meaningless for the root and shells
  bool is_shell = false;
  uint64_t bytes = 0;         // the object and its subtree
  uint64_t native_bytes = 0;  // the same outside of the heap
};

struct ProfileTree {
  std::vector<ProfileEntry> entries;
  uint64_t objects = 0;
  WalkStops stops;
};

// Every object has an entry and, as a child of it, a shell. Linear in the objects reached but for
// the sorting of children. With several starts the root is a joint one, without a shell; its
// children are the starts.
ProfileTree MakeProfileTree(const HeapGraph& graph, std::span<const NodeId> starts,
                            const WalkOptions& options);

// How an entry hangs on its parent. "<INPUT>" for the root; "String#value" (declaring class without
// package # field) for a field; L[3] for an element of an array that itself hangs on L:
// "<INPUT>[0]", "HashMap#table[17]", "Grid#rows[3][4]"; "<superclass>" and the like for the
// references of a class. Empty for a shell.
std::string LinkName(const HeapGraph& graph, const ProfileTree& tree, uint32_t entry);

// The link names from the root to this entry; a shell's are those of its object.
std::vector<std::string> EntryPath(const HeapGraph& graph, const ProfileTree& tree, uint32_t entry);

}  // namespace taproot
