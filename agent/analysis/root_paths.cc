#include "taproot/root_paths.h"

#include <algorithm>
#include <cstdint>

#include "analysis/root_order.h"
#include "taproot/node_set.h"

namespace taproot {
namespace {

// The search tree of one pass: a pass follows all references up to some strength and gives every
// node its best path by (rank, length).
//
// Within a pass a phase for each rank. What a phase reaches it has followed to the end, so the next
// phase, starting from the roots of the next rank, may treat it as settled. The one exception are
// frame locals of virtual threads met in the first phase: they are kept and enter the phase of
// frame locals at the very level that the length of their path asks for.
class PathSearch {
 public:
  PathSearch(const HeapGraph& graph, std::span<const NodeId> targets)
      : graph_(graph),
        roots_(RootsInOrder(graph)),
        missing_(graph.node_count()),
        parent_(graph.node_count()),
        link_(graph.node_count()),
        classes_(graph.classes().size()) {
    queue_.reserve(graph.node_count());
    for (NodeId target : targets) {
      if (target.valid() && missing_.Insert(target)) ++missing_count_;
    }
  }

  bool done() const { return missing_count_ == 0; }
  bool reached(NodeId node) const { return parent_[node.value].valid(); }

  void Pass(Strength loosest);

  // The firmest strength, looser than that of the pass just made, that leads any further.
  std::optional<Strength> NextStrength() const;

  RootPath PathTo(NodeId target) const;

 private:
  struct FrameLocal {
    NodeId thread;
    NodeId target;
    ReferenceSlot slot;
    uint32_t length;  // of the path to the target
  };
  struct ClassHint {
    NodeId mirror;  // that the objects of the class imply; none from the first of them on
    Strength referent_strength = Strength::kStrong;
  };

  void Reset(Strength loosest);
  void Phase(RootRank rank);
  void EnterFrameLocals(uint32_t length);
  void Expand(NodeId node, uint32_t depth, RootRank rank);
  void Reach(NodeId node, NodeId parent, uint32_t link);

  const HeapGraph& graph_;
  const std::vector<RootId> roots_;
  NodeSet missing_;  // targets that no pass has reached
  size_t missing_count_ = 0;

  Strength loosest_ = Strength::kStrong;
  // None: not reached. The node itself: a root, and its link the RootId. Else its link is the slot.
  std::vector<NodeId> parent_;
  std::vector<uint32_t> link_;
  std::vector<NodeId> queue_;
  size_t head_ = 0;
  size_t next_root_ = 0;
  std::vector<FrameLocal> frame_locals_;  // by rising length
  size_t next_frame_local_ = 0;
  std::vector<ClassHint> classes_;  // what matters of graph.classes(), in little space
};

void PathSearch::Reset(Strength loosest) {
  loosest_ = loosest;
  std::ranges::fill(parent_, NodeId());
  queue_.clear();
  head_ = next_root_ = next_frame_local_ = 0;
  frame_locals_.clear();
  for (size_t i = 0; i < classes_.size(); ++i) {
    const JavaClass& java_class = graph_.java_class(ClassId(i));
    classes_[i] = {java_class.is_builtin() ? NodeId() : java_class.mirror,
                   java_class.referent_strength};
  }
}

void PathSearch::Pass(Strength loosest) {
  Reset(loosest);
  for (RootRank rank : {RootRank::kProgram, RootRank::kFrame, RootRank::kJni, RootRank::kVm}) {
    if (!done()) Phase(rank);
  }
}

void PathSearch::Phase(RootRank rank) {
  for (; next_root_ < roots_.size(); ++next_root_) {
    const RootId id = roots_[next_root_];
    const Root& root = graph_.root(id);
    if (RankOf(root.kind) != rank) break;
    if (!reached(root.node)) Reach(root.node, root.node, id.value);
  }
  uint32_t depth = 0;
  auto locals_wait = [&] {
    return rank == RootRank::kFrame && next_frame_local_ < frame_locals_.size();
  };
  for (; !done() && (head_ < queue_.size() || locals_wait()); ++depth) {
    if (head_ == queue_.size()) depth = frame_locals_[next_frame_local_].length - 1;
    const size_t level_end = queue_.size();
    if (locals_wait()) EnterFrameLocals(depth + 1);
    for (; head_ < level_end && !done(); ++head_) Expand(queue_[head_], depth, rank);
  }
}

// They come before the rest of their level: their roots are of a lower kind than a stack local.
void PathSearch::EnterFrameLocals(uint32_t length) {
  for (; next_frame_local_ < frame_locals_.size(); ++next_frame_local_) {
    const FrameLocal& local = frame_locals_[next_frame_local_];
    if (local.length > length) break;
    if (!reached(local.target)) Reach(local.target, local.thread, local.slot.bits());
  }
}

void PathSearch::Expand(NodeId node, uint32_t depth, RootRank rank) {
  ClassHint& java_class = classes_[graph_.class_of(node).value];
  const bool has_referent = java_class.referent_strength > loosest_;
  const std::span<const NodeId> targets = graph_.targets(node);
  const std::span<const ReferenceSlot> slots = graph_.slots(node);
  for (size_t i = 0; i < targets.size(); ++i) {
    const NodeId target = targets[i];
    if (reached(target)) continue;
    const ReferenceSlot slot = slots[i];
    if (has_referent && graph_.strength(node, slot) > loosest_) continue;
    if (rank < RootRank::kFrame && slot.kind() == ReferenceKind::kFrameLocal) {
      frame_locals_.push_back({node, target, slot, depth + 1});
      continue;
    }
    Reach(target, node, slot.bits());
  }
  if (const NodeId mirror = java_class.mirror; mirror.valid()) {
    if (!reached(mirror)) Reach(mirror, node, ReferenceSlot(ReferenceKind::kClass, 0).bits());
    java_class.mirror = NodeId();
  }
}

void PathSearch::Reach(NodeId node, NodeId parent, uint32_t link) {
  parent_[node.value] = parent;
  link_[node.value] = link;
  queue_.push_back(node);
  if (missing_.contains(node)) {
    missing_.Erase(node);
    --missing_count_;
  }
}

std::optional<Strength> PathSearch::NextStrength() const {
  std::optional<Strength> next;
  for (NodeId node : queue_) {
    const Strength strength = classes_[graph_.class_of(node).value].referent_strength;
    if (strength <= loosest_ || (next && strength >= *next)) continue;
    graph_.ForEachReference(node, [&](NodeId target, ReferenceSlot slot) {
      if (!reached(target) && graph_.strength(node, slot) == strength) next = strength;
    });
  }
  return next;
}

RootPath PathSearch::PathTo(NodeId target) const {
  RootPath path;
  path.strength = loosest_;
  NodeId node = target;
  for (; parent_[node.value] != node; node = parent_[node.value]) {
    path.steps.push_back({node, ReferenceSlot::FromBits(link_[node.value])});
  }
  path.steps.push_back({node, ReferenceSlot()});
  path.root = RootId(link_[node.value]);
  std::ranges::reverse(path.steps);
  return path;
}

}  // namespace

std::vector<std::optional<RootPath>> FindRootPaths(const HeapGraph& graph,
                                                   std::span<const NodeId> targets,
                                                   const RootPathOptions& options) {
  std::vector<std::optional<RootPath>> paths(targets.size());
  PathSearch search(graph, targets);
  std::optional<Strength> strength = Strength::kStrong;
  while (strength && *strength <= options.loosest && !search.done()) {
    search.Pass(*strength);
    for (size_t i = 0; i < targets.size(); ++i) {
      if (!paths[i] && targets[i].valid() && search.reached(targets[i])) {
        paths[i] = search.PathTo(targets[i]);
      }
    }
    strength = search.done() ? std::nullopt : search.NextStrength();
  }
  return paths;
}

}  // namespace taproot
