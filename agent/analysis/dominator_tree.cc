#include <algorithm>
#include <tuple>

#include "analysis/dominator_holders.h"
#include "taproot/dominators.h"

namespace taproot {

DominatorId DominatorTree::parent(DominatorId id) const {
  const uint32_t at = position_[id.value];
  return at == 0 || at == kUnreached ? DominatorId() : order_[parent_[at]];
}

uint64_t DominatorTree::retained_bytes(DominatorId id) const {
  const uint32_t at = position_[id.value];
  if (at == kUnreached) return 0;
  const uint64_t high = retained_high_.empty() ? 0 : retained_high_[at];
  return ((high << 32) | retained_words_[at]) * kWordBytes;
}

uint64_t DominatorTree::retained_objects(DominatorId id) const {
  const uint32_t at = position_[id.value];
  if (at == kUnreached) return 0;
  return size_[at] - (is_object(id) ? 0 : holders_below_[id.value - node_count_]);
}

bool DominatorTree::Dominates(DominatorId above, DominatorId below) const {
  if (!reached(above) || !reached(below)) return false;
  const uint32_t first = position_[above.value];
  return position_[below.value] - first < size_[first];  // wraps round if it lies before
}

std::span<const DominatorId> DominatorTree::Subtree(DominatorId id) const {
  if (!reached(id)) return {};
  const uint32_t first = position_[id.value];
  return preorder().subspan(first, size_[first]);
}

std::vector<DominatorId> DominatorTree::Children(DominatorId id) const {
  std::vector<DominatorId> children;
  ForEachChild(id, [&](DominatorId child) { children.push_back(child); });
  std::ranges::sort(children, [&](DominatorId a, DominatorId b) {
    return std::tuple(retained_bytes(b), a) < std::tuple(retained_bytes(a), b);
  });
  return children;
}

DominatorId DominatorTree::Find(const Holder& holder) const {
  const auto at = std::ranges::lower_bound(holders_, holder, DominatorHolders::Before);
  if (at == holders_.end() || DominatorHolders::Before(holder, *at)) return {};
  return DominatorId(node_count_ + static_cast<size_t>(at - holders_.begin()));
}

DominatorId DominatorTree::FindLoader(LoaderKind loader) const {
  return Find({.kind = HolderKind::kLoader, .loader = loader});
}

namespace {

constexpr LoaderKind kLoaders[] = {LoaderKind::kBoot, LoaderKind::kPlatform, LoaderKind::kApp,
                                   LoaderKind::kCustom};

}  // namespace

DominatorId DominatorTree::FindClass(ClassId klass) const {
  for (LoaderKind loader : kLoaders) {
    const DominatorId id = Find({.kind = HolderKind::kClass, .loader = loader, .klass = klass});
    if (id.valid()) return id;
  }
  return {};
}

DominatorId DominatorTree::FindStaticField(ClassId klass, uint32_t field) const {
  for (LoaderKind loader : kLoaders) {
    const DominatorId id =
        Find({.kind = HolderKind::kStaticField, .loader = loader, .klass = klass, .field = field});
    if (id.valid()) return id;
  }
  return {};
}

DominatorId DominatorTree::FindThread(ThreadId thread) const {
  return Find({.kind = HolderKind::kThread, .thread = thread});
}

DominatorId DominatorTree::FindFrame(ThreadId thread, int32_t depth) const {
  return Find({.kind = HolderKind::kFrame, .thread = thread, .depth = depth});
}

uint64_t DominatorTree::memory_bytes() const {
  return holders_.size() * (sizeof(Holder) + sizeof(uint32_t)) + position_.size() * 4 +
         order_.size() * 4 + parent_.size() * 4 + size_.size() * 4 + retained_words_.size() * 4 +
         retained_high_.size();
}

}  // namespace taproot
