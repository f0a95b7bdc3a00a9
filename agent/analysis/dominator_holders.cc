#include "analysis/dominator_holders.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace taproot {
namespace {

// The root's own holder.
Holder HolderOf(const HeapGraph& graph, const Root& root) {
  const bool in_frame = root.depth >= 0;
  switch (root.kind) {
    case RootKind::kInput:
      return {};
    case RootKind::kStaticField:
      return {.kind = HolderKind::kStaticField,
              .loader = graph.java_class(root.klass).loader_kind,
              .klass = root.klass,
              .field = root.field};
    case RootKind::kSystemClass: {
      const ClassId klass = graph.mirrored_class(root.node);
      if (!klass.valid()) return {.kind = HolderKind::kLoader};  // such as int.class
      return {.kind = HolderKind::kClass,
              .loader = graph.java_class(klass).loader_kind,
              .klass = klass};
    }
    case RootKind::kThread:
      return {.kind = HolderKind::kThread, .thread = root.thread};
    case RootKind::kStackLocal:
    case RootKind::kJniLocal:
      if (!in_frame) return {.kind = HolderKind::kThread, .thread = root.thread};
      return {.kind = HolderKind::kFrame,
              .thread = root.thread,
              .depth = root.depth,
              .method = root.method,
              .line = root.line};
    case RootKind::kJniGlobal:
      return {.kind = HolderKind::kJniGlobals};
    case RootKind::kMonitor:
      return {.kind = HolderKind::kMonitors};
    case RootKind::kVmInternal:
      break;
  }
  return {.kind = HolderKind::kVmInternals};
}

// None for what lies right below the whole.
std::optional<Holder> ParentOf(const Holder& holder) {
  switch (holder.kind) {
    case HolderKind::kClass:
      return Holder{.kind = HolderKind::kLoader, .loader = holder.loader};
    case HolderKind::kStaticField:
      return Holder{.kind = HolderKind::kClass, .loader = holder.loader, .klass = holder.klass};
    case HolderKind::kFrame:
      return Holder{.kind = HolderKind::kThread, .thread = holder.thread};
    default:
      return std::nullopt;
  }
}

// Which of the subtrees below the whole.
int Branch(HolderKind kind) {
  if (kind <= HolderKind::kStaticField) return 0;
  return kind <= HolderKind::kFrame ? 1 : static_cast<int>(kind);
}

bool Same(const Holder& a, const Holder& b) {
  return !DominatorHolders::Before(a, b) && !DominatorHolders::Before(b, a);
}

}  // namespace

// No id (kNone + 1 == 0) comes before the first one: a loader before its classes.
bool DominatorHolders::Before(const Holder& a, const Holder& b) {
  auto key = [](const Holder& holder) {
    return std::tuple(Branch(holder.kind), holder.loader, holder.klass.value + 1,
                      holder.thread.value + 1, holder.kind, holder.field, holder.depth);
  };
  return key(a) < key(b);
}

DominatorHolders::DominatorHolders(const HeapGraph& graph) {
  holders_.emplace_back();
  for (const Root& root : graph.roots()) {
    for (std::optional<Holder> holder = HolderOf(graph, root); holder; holder = ParentOf(*holder)) {
      holders_.push_back(*holder);
    }
  }
  // Stable: of the locals of one frame the first one tells method and line.
  std::ranges::stable_sort(holders_, Before);
  const auto rest = std::ranges::unique(holders_, Same);
  holders_.erase(rest.begin(), rest.end());

  for (const Holder& holder : holders_) {
    const std::optional<Holder> parent = ParentOf(holder);
    parent_.push_back(parent ? Find(*parent) : whole());
  }
  std::vector<std::pair<uint32_t, NodeId>> held;
  for (const Root& root : graph.roots()) {
    held.emplace_back(Find(HolderOf(graph, root)), root.node);
  }
  std::ranges::sort(held);
  first_.assign(holders_.size() + 1, 0);
  for (const auto& [holder, object] : held) {
    ++first_[holder + 1];
    objects_.push_back(object);
  }
  for (uint32_t i = 0; i < size(); ++i) first_[i + 1] += first_[i];
}

uint32_t DominatorHolders::Find(const Holder& holder) const {
  const auto at = std::ranges::lower_bound(holders_, holder, Before);
  return static_cast<uint32_t>(at - holders_.begin());
}

bool DominatorHolders::HasStaticField(const HeapGraph& graph, ClassId klass, uint32_t field) const {
  return std::ranges::binary_search(holders_,
                                    Holder{.kind = HolderKind::kStaticField,
                                           .loader = graph.java_class(klass).loader_kind,
                                           .klass = klass,
                                           .field = field},
                                    Before);
}

}  // namespace taproot
