#include "analysis/search_tree.h"

#include <algorithm>
#include <utility>

#include "analysis/frame_reference.h"
#include "analysis/root_order.h"

namespace taproot {
namespace {

constexpr const char* kPhaseName = "searching paths from the roots";

}  // namespace

SearchTree::SearchTree(const HeapGraph& graph, const RuleIndex* rules)
    : graph_(graph),
      rules_(rules != nullptr && !rules->empty() ? rules : nullptr),
      roots_(RootsInOrder(graph)),
      missing_(graph.node_count()),
      parent_(graph.node_count()),
      link_(graph.node_count()),
      classes_(graph.classes().size()) {
  queue_.reserve(graph.node_count());
  if (rules_ == nullptr) return;
  std::erase_if(roots_, [&](RootId root) { return rules_->OfRoot(root) == RuleEffect::kIgnore; });
  std::ranges::stable_sort(roots_, {}, [&](RootId root) { return PhaseOf(root); });
}

void SearchTree::StopAfter(std::span<const NodeId> targets) {
  stops_ = true;
  for (NodeId target : targets) {
    if (target.valid() && missing_.Insert(target)) ++missing_count_;
  }
}

size_t SearchTree::PhaseOf(RootId root) const {
  const auto rank = static_cast<size_t>(RankOf(graph_.root(root).kind));
  const bool last_resort = rules_ != nullptr && rules_->OfRoot(root) == RuleEffect::kLastResort;
  return last_resort ? kRanks + rank : rank;
}

void SearchTree::Reset(Strength loosest) {
  loosest_ = loosest;
  std::ranges::fill(parent_, NodeId());
  queue_.clear();
  head_ = next_root_ = 0;
  for (std::vector<Waiting>& waiting : waiting_) waiting.clear();
  for (size_t i = 0; i < classes_.size(); ++i) {
    const JavaClass& java_class = graph_.java_class(ClassId(i));
    classes_[i] = {java_class.is_builtin() ? NodeId() : java_class.mirror,
                   java_class.referent_strength,
                   rules_ != nullptr && rules_->has_rules(ClassId(i))};
  }
}

void SearchTree::Pass(Strength loosest, Progress* progress) {
  Reset(loosest);
  if (progress != nullptr) progress->Begin(kPhaseName);
  for (size_t phase = 0; phase < kPhases && !done(); ++phase) {
    if (progress != nullptr && progress->cancelled()) return;
    Phase(phase, progress);
  }
}

void SearchTree::Phase(size_t phase, Progress* progress) {
  constexpr size_t kStride = size_t{1} << 16;
  EnterRoots(phase);
  std::vector<Waiting>& waiting = waiting_[phase];
  std::ranges::reverse(waiting);
  std::ranges::stable_sort(waiting, std::ranges::greater(), &Waiting::length);
  uint32_t depth = 0;
  for (; !done() && (head_ < queue_.size() || !waiting.empty()); ++depth) {
    if (head_ == queue_.size()) depth = waiting.back().length - 1;
    const size_t level_end = queue_.size();
    EnterWaiting(waiting, depth + 1);
    for (; head_ < level_end && !done(); ++head_) {
      Expand(queue_[head_], depth, phase);
      if (head_ % kStride != 0 || progress == nullptr) continue;
      if (!progress->Advance(head_, graph_.node_count())) return;
    }
  }
}

void SearchTree::EnterRoots(size_t phase) {
  for (; next_root_ < roots_.size() && PhaseOf(roots_[next_root_]) == phase; ++next_root_) {
    const RootId id = roots_[next_root_];
    const NodeId node = graph_.root(id).node;
    if (!reached(node)) Reach(node, node, id.value);
  }
}

// They come before the rest of their level: their roots are of a better phase.
void SearchTree::EnterWaiting(std::vector<Waiting>& waiting, uint32_t length) {
  for (; !waiting.empty() && waiting.back().length <= length; waiting.pop_back()) {
    const Waiting& next = waiting.back();
    if (!reached(next.target)) Reach(next.target, next.parent, next.slot.bits());
  }
}

std::optional<size_t> SearchTree::PhaseAfter(size_t phase, NodeId node, ReferenceSlot slot,
                                             bool has_rules) const {
  bool last_resort = phase >= kRanks;
  size_t rank = phase % kRanks;
  if (IsFrameReference(slot.kind())) {
    rank = std::max(rank, static_cast<size_t>(RootRank::kFrame));
  }
  if (has_rules) {
    const RuleEffect effect = rules_->OfReference(node, slot);
    if (effect == RuleEffect::kIgnore) return std::nullopt;
    last_resort |= effect == RuleEffect::kLastResort;
  }
  return last_resort ? kRanks + rank : rank;
}

void SearchTree::Expand(NodeId node, uint32_t depth, size_t phase) {
  ClassHint& java_class = classes_[graph_.class_of(node).value];
  const bool has_referent = java_class.referent_strength > loosest_;
  const std::span<const NodeId> targets = graph_.targets(node);
  const std::span<const ReferenceSlot> slots = graph_.slots(node);
  for (size_t i = 0; i < targets.size(); ++i) {
    const NodeId target = targets[i];
    if (reached(target)) continue;
    const ReferenceSlot slot = slots[i];
    if (has_referent && graph_.strength(node, slot) > loosest_) continue;
    if (java_class.has_rules || IsFrameReference(slot.kind())) {
      const std::optional<size_t> after = PhaseAfter(phase, node, slot, java_class.has_rules);
      if (after && *after > phase) waiting_[*after].push_back({node, target, slot, depth + 1});
      if (after != phase) continue;
    }
    Reach(target, node, slot.bits());
  }
  if (const NodeId mirror = java_class.mirror; mirror.valid()) {
    if (!reached(mirror)) Reach(mirror, node, ReferenceSlot(ReferenceKind::kClass, 0).bits());
    java_class.mirror = NodeId();
  }
}

void SearchTree::Reach(NodeId node, NodeId parent, uint32_t link) {
  parent_[node.value] = parent;
  link_[node.value] = link;
  queue_.push_back(node);
  if (stops_ && missing_.contains(node)) {
    missing_.Erase(node);
    --missing_count_;
  }
}

std::optional<Strength> SearchTree::NextStrength() const {
  std::optional<Strength> next;
  for (NodeId node : queue_) {
    const ClassHint& java_class = classes_[graph_.class_of(node).value];
    const Strength strength = java_class.referent_strength;
    if (strength <= loosest_ || (next && strength >= *next)) continue;
    graph_.ForEachReference(node, [&](NodeId target, ReferenceSlot slot) {
      if (reached(target) || graph_.strength(node, slot) != strength) return;
      if (PhaseAfter(0, node, slot, java_class.has_rules)) next = strength;
    });
  }
  return next;
}

RootPath SearchTree::PathTo(NodeId target) const {
  RootPath path;
  path.strength = loosest_;
  NodeId node = target;
  for (; !is_start(node); node = parent(node)) path.steps.push_back({node, slot(node)});
  path.steps.push_back({node, ReferenceSlot()});
  path.root = root(node);
  std::ranges::reverse(path.steps);
  if (rules_ != nullptr) AddLastResort(*rules_, path);
  return path;
}

void AddLastResort(const RuleIndex& rules, RootPath& path) {
  for (size_t i = 0; i < path.steps.size() && path.last_resort == nullptr; ++i) {
    const ReferenceRule* rule =
        i == 0 ? rules.RuleOfRoot(path.root)
               : rules.RuleOfReference(path.steps[i - 1].node, path.steps[i].slot);
    if (rule == nullptr || rule->effect != RuleEffect::kLastResort) continue;
    path.last_resort = rule;
    path.last_resort_step = i;
  }
}

}  // namespace taproot
