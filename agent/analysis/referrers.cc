#include "taproot/referrers.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "analysis/frame_reference.h"
#include "analysis/root_order.h"
#include "analysis/rule_index.h"
#include "graph/parallel.h"

namespace taproot {
namespace {

std::unique_ptr<const RuleIndex> MakeIndex(const HeapGraph& graph, const ReferenceRules* rules) {
  if (rules == nullptr) return nullptr;
  auto index = std::make_unique<const RuleIndex>(graph, *rules);
  return index->empty() ? nullptr : std::move(index);
}

}  // namespace

// Counts and then fills. Each thread reads all rows, in order, and writes to the rows of its own
// half of the targets.
class Referrers::Builder {
 public:
  Builder(Referrers& made, Progress* progress)
      : made_(made), graph_(made.graph_), progress_(progress), classes_(graph_.classes().size()) {
    for (size_t i = 0; i < classes_.size(); ++i) {
      const JavaClass& java_class = graph_.java_class(ClassId(i));
      classes_[i] = {java_class.is_builtin() ? NodeId() : java_class.mirror,
                     made.rules_ != nullptr && made.rules_->has_rules(ClassId(i))};
    }
    for (const Root& root : graph_.roots()) {
      if (root.kind != RootKind::kStaticField) continue;
      static_roots_.insert({root.klass, root.field});
      const NodeId mirror = graph_.java_class(root.klass).mirror;
      if (mirror.valid()) classes_[graph_.class_of(mirror).value].is_special = true;
    }
  }

  void Build() && {
    const uint32_t nodes = graph_.node_count();
    std::vector<uint32_t>& first = made_.first_;
    // Shifted by one, so that filling the rows turns the ends of the rows into their beginnings.
    first.assign(size_t{nodes} + 2, 0);
    ForEachPart(nodes, [&](uint64_t begin, uint64_t end) {
      ForEachIn(begin, end, [&](NodeId target, Referrer) { ++first[target.value + 2]; });
    });
    if (LeftHalfWay()) return;
    for (size_t i = 2; i < first.size(); ++i) first[i] += first[i - 1];
    made_.referrers_.resize(first.back());
    ForEachPart(nodes, [&](uint64_t begin, uint64_t end) {
      ForEachIn(begin, end, [&](NodeId target, Referrer referrer) {
        made_.referrers_[first[target.value + 1]++] = referrer;
      });
    });
    if (LeftHalfWay()) return;
    first.pop_back();
  }

 private:
  struct ClassHint {
    NodeId mirror;            // that the objects of the class imply
    bool is_special = false;  // some references of its objects are left out
  };

  bool cancelled() const { return progress_ != nullptr && progress_->cancelled(); }

  // A pass that is left half-way makes rows that the next one, or whoever reads them, would leave:
  // then there are none.
  bool LeftHalfWay() {
    if (!cancelled()) return false;
    made_.first_.assign(size_t{graph_.node_count()} + 1, 0);
    made_.referrers_.clear();
    return true;
  }

  template <typename Visit>
  void ForEachIn(uint64_t begin, uint64_t end, Visit&& visit) {
    Stride stride(begin == 0 ? progress_ : nullptr, "turning the references round",
                  graph_.node_count());
    auto mine = [&](NodeId target) { return target.value >= begin && target.value < end; };
    constexpr uint32_t kStride = uint32_t{1} << 16;
    for (uint32_t i = 0; i < graph_.node_count(); ++i) {
      stride.Step();
      if (i % kStride == 0 && cancelled()) return;
      const NodeId node(i);
      const std::span<const NodeId> targets = graph_.targets(node);
      const ClassHint java_class = classes_[graph_.class_of(node).value];
      for (uint32_t at = 0; at < targets.size(); ++at) {
        if (!mine(targets[at]) || (java_class.is_special && IsLeftOut(node, at))) continue;
        visit(targets[at], Referrer{node, at});
      }
      if (!java_class.mirror.valid() || !mine(java_class.mirror)) continue;
      visit(java_class.mirror, Referrer{node, static_cast<uint32_t>(targets.size())});
    }
  }

  bool IsLeftOut(NodeId node, uint32_t at) const {
    const ReferenceSlot slot = graph_.slots(node)[at];
    if (made_.rules_ != nullptr && made_.rules_->OfReference(node, slot) == RuleEffect::kIgnore) {
      return true;
    }
    if (slot.kind() != ReferenceKind::kStaticField) return false;
    const ClassId mirrored = graph_.mirrored_class(node);
    return mirrored.valid() && graph_.java_class(mirrored).is_builtin() &&
           static_roots_.contains({mirrored, slot.index()});
  }

  Referrers& made_;
  const HeapGraph& graph_;
  Progress* const progress_;
  std::vector<ClassHint> classes_;
  absl::flat_hash_set<std::pair<ClassId, uint32_t>> static_roots_;
};

Referrers::Referrers(const HeapGraph& graph, const ReferenceRules* rules, Progress* progress)
    : graph_(graph), rules_(MakeIndex(graph, rules)), has_root_(graph.node_count()) {
  Builder(*this, progress).Build();
  IndexRoots();
}

Referrers::~Referrers() = default;

void Referrers::IndexRoots() {
  const std::vector<RootId> in_order = RootsInOrder(graph_);
  order_.resize(in_order.size());
  for (uint32_t i = 0; i < in_order.size(); ++i) {
    const RootId root = in_order[i];
    order_[root.value] = i;
    if (rules_ != nullptr && rules_->OfRoot(root) == RuleEffect::kIgnore) continue;
    roots_.push_back(root);
    has_root_.Insert(graph_.root(root).node);
  }
  std::ranges::stable_sort(roots_, {}, [&](RootId root) { return graph_.root(root).node; });
}

std::span<const RootId> Referrers::roots_of(NodeId node) const {
  if (!has_root_.contains(node)) return {};
  const auto found = std::ranges::equal_range(roots_, node, {},
                                              [&](RootId root) { return graph_.root(root).node; });
  return {found.begin(), found.end()};
}

PathLevel Referrers::level(Referrer referrer) const {
  const ReferenceSlot where = slot(referrer);
  PathLevel level{.strength = graph_.strength(referrer.node, where)};
  if (IsFrameReference(where.kind())) level.rank = RootRank::kFrame;
  if (rules_ != nullptr && rules_->has_rules(graph_.class_of(referrer.node))) {
    level.last_resort = rules_->OfReference(referrer.node, where) == RuleEffect::kLastResort;
  }
  return level;
}

PathLevel Referrers::level(RootId root) const {
  return {.last_resort = rules_ != nullptr && rules_->OfRoot(root) == RuleEffect::kLastResort,
          .rank = RankOf(graph_.root(root).kind)};
}

}  // namespace taproot
