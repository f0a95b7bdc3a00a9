// The breadth-first search tree from the roots, that paths, merged paths and groups of paths share.
//
// A pass follows all references up to some strength and gives every node its best path by (last
// resort or not, rank, length). Within a pass a phase for each of these; what a phase reaches it
// has followed to the end, so a later phase, starting from the roots of its rank, may treat it as
// settled. References that make a path worse (a frame local of a virtual thread met in the first
// phase, a reference that the rules keep as a last resort) wait for the phase they lead into, and
// enter it at the very level that the length of their path asks for.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/rule_index.h"
#include "taproot/heap_graph.h"
#include "taproot/node_set.h"
#include "taproot/progress.h"
#include "taproot/root_paths.h"

namespace taproot {

// Iterative; 12 bytes a node. Graph and rules must outlive it. Not thread-safe while a pass runs.
class SearchTree {
 public:
  // References that the rules ignore are never followed. `rules` may be null.
  explicit SearchTree(const HeapGraph& graph, const RuleIndex* rules = nullptr);

  // Passes end as soon as all these nodes are reached, by this pass or one before; without a call a
  // pass reaches what it can. Invalid ids are no targets.
  void StopAfter(std::span<const NodeId> targets);
  bool done() const { return stops_ && missing_count_ == 0; }

  // Starts over. After a pass that was cancelled the tree is incomplete.
  void Pass(Strength loosest, Progress* progress = nullptr);
  // The firmest strength, looser than that of the pass just made, that leads any further.
  std::optional<Strength> NextStrength() const;

  // --- the tree of the latest pass ---
  bool reached(NodeId node) const { return parent_[node.value].valid(); }
  // The node itself where a path begins, none for nodes not reached.
  NodeId parent(NodeId node) const { return parent_[node.value]; }
  bool is_start(NodeId node) const { return parent_[node.value] == node; }
  // Of nodes with another parent: the slot of the parent that leads here.
  ReferenceSlot slot(NodeId node) const { return ReferenceSlot::FromBits(link_[node.value]); }
  // Of nodes where a path begins.
  RootId root(NodeId node) const { return RootId(link_[node.value]); }
  // What is reached, parents before their children.
  std::span<const NodeId> order() const { return queue_; }

  RootPath PathTo(NodeId target) const;

 private:
  // The ranks, and once more for paths that need a last resort.
  static constexpr size_t kRanks = 4;
  static constexpr size_t kPhases = 2 * kRanks;

  struct Waiting {
    NodeId parent;
    NodeId target;
    ReferenceSlot slot;
    uint32_t length;  // of the path to the target
  };
  struct ClassHint {
    NodeId mirror;  // that the objects of the class imply; none from the first of them on
    Strength referent_strength = Strength::kStrong;
    bool has_rules = false;
  };

  size_t PhaseOf(RootId root) const;
  void Reset(Strength loosest);
  void Phase(size_t phase, Progress* progress);
  void EnterRoots(size_t phase);
  void EnterWaiting(std::vector<Waiting>& waiting, uint32_t length);
  void Expand(NodeId node, uint32_t depth, size_t phase);
  void Reach(NodeId node, NodeId parent, uint32_t link);
  // The phase of a path of `phase` that goes on by this reference; none if it must not.
  std::optional<size_t> PhaseAfter(size_t phase, NodeId node, ReferenceSlot slot,
                                   bool has_rules) const;

  const HeapGraph& graph_;
  const RuleIndex* const rules_;
  std::vector<RootId> roots_;  // by phase
  bool stops_ = false;
  NodeSet missing_;  // targets that no pass has reached
  size_t missing_count_ = 0;

  Strength loosest_ = Strength::kStrong;
  // None: not reached. The node itself: a root, and its link the RootId. Else its link is the slot.
  std::vector<NodeId> parent_;
  std::vector<uint32_t> link_;
  std::vector<NodeId> queue_;
  size_t head_ = 0;
  size_t next_root_ = 0;
  std::array<std::vector<Waiting>, kPhases> waiting_;  // longest first once their phase begins
  std::vector<ClassHint> classes_;  // what matters of graph.classes(), in little space
};

// Says in the path what it needs of what the rules keep as a last resort.
void AddLastResort(const RuleIndex& rules, RootPath& path);

}  // namespace taproot
