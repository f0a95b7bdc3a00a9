#include "analysis/dominator_tree_maker.h"

#include <algorithm>
#include <utility>

#include "analysis/dominator_joins.h"

namespace taproot {
namespace {

constexpr uint64_t kWordBytes = 8;
constexpr int kLowBits = 32;

// values[places[i]] = values[i], by way of a second array, which is kept for the next one.
template <typename T>
void Move(FlatArray<T>& values, FlatArray<T>& other, const FlatArray<uint32_t>& places) {
  for (size_t i = 0; i < places.size(); ++i) other[places[i]] = values[i];
  std::swap(values, other);
}

}  // namespace

DominatorTree DominatorTreeMaker::Make(const DominatorCoreOptions& core) {
  DominatorHolders holders(graph_);
  tree_.node_count_ = graph_.node_count();
  DepthFirstTree dominators = FindDominators(holders, core);
  const uint32_t count = dominators.count;
  if (!cancelled()) SumUp(dominators);
  if (!cancelled() && MoveToPreorder(std::move(dominators))) tree_.reached_count_ = count;
  tree_.position_ = Positions(size_t{graph_.node_count()} + holders.size());
  CountHolders(holders);
  tree_.holders_ = std::move(holders).TakeHolders();
  return std::move(tree_);
}

// The tree's parents are immediate dominators in the end.
DepthFirstTree DominatorTreeMaker::FindDominators(const DominatorHolders& holders,
                                                  const DominatorCoreOptions& core) {
  DepthFirstTree tree;
  JoinTable joins;
  {
    DominatorSearch search(graph_, holders, options_.loosest);
    if (!search.Run(progress_)) return tree;
    joins = FindJoins(graph_, search, progress_);
    tree = std::move(search).TakeTree();
  }
  if (cancelled()) return tree;
  const std::span<uint32_t> parent(tree.parent.data(), tree.count);
  method_ = ComputeImmediateDominators(parent, std::move(joins), core, progress_);
  return tree;
}

// A vertex comes after its dominator, so one sweep backwards meets each sum when it is complete.
void DominatorTreeMaker::SumUp(const DepthFirstTree& dominators) {
  const uint32_t count = dominators.count;
  tree_.size_ = FlatArray<uint32_t>(count);
  tree_.retained_words_ = FlatArray<uint32_t>(count);
  uint64_t whole = 0;
  for (uint32_t v = 0; v < count; ++v) {
    tree_.size_[v] = 1;
    if (dominators.id[v] >= graph_.node_count()) continue;
    const uint64_t words = graph_.shallow_size(NodeId(dominators.id[v])) / kWordBytes;
    tree_.retained_words_[v] = static_cast<uint32_t>(words);
    whole += words;
  }
  const bool wide = (whole >> kLowBits) != 0;
  if (wide) tree_.retained_high_ = FlatArray<uint8_t>(count);
  for (uint32_t v = count; v-- > 1;) {
    const uint32_t above = dominators.parent[v];
    tree_.size_[above] += tree_.size_[v];
    const uint32_t words = tree_.retained_words_[above] += tree_.retained_words_[v];
    if (!wide) continue;
    const bool carry = words < tree_.retained_words_[v];
    tree_.retained_high_[above] =
        static_cast<uint8_t>(tree_.retained_high_[above] + tree_.retained_high_[v] + carry);
  }
}

// A vertex's children come one after the other, as the sizes of their subtrees say. Until the end
// an entry is the place that the vertex's next child gets; at last it is the end of its subtree.
FlatArray<uint32_t> DominatorTreeMaker::PlacesInPreorder(const DepthFirstTree& dominators) const {
  FlatArray<uint32_t> places(dominators.count);
  places[0] = 1;
  for (uint32_t v = 1; v < dominators.count; ++v) {
    uint32_t& next = places[dominators.parent[v]];
    places[v] = next + 1;
    next += tree_.size_[v];
  }
  for (uint32_t v = 0; v < dominators.count; ++v) places[v] -= tree_.size_[v];
  return places;
}

// One array after the other, each into the space of the one before: so it takes no more than the
// search did.
bool DominatorTreeMaker::MoveToPreorder(DepthFirstTree dominators) {
  FlatArray<uint32_t> places = PlacesInPreorder(dominators);
  FlatArray<uint32_t> other(dominators.count);
  Move(tree_.size_, other, places);
  Move(tree_.retained_words_, other, places);
  if (cancelled()) return false;
  for (size_t v = 0; v < places.size(); ++v) other[places[v]] = places[dominators.parent[v]];
  tree_.parent_ = std::move(other);
  dominators.parent.Release();
  if (!tree_.retained_high_.empty()) {
    FlatArray<uint8_t> other_high(dominators.count);
    Move(tree_.retained_high_, other_high, places);
  }
  tree_.order_ = FlatArray<DominatorId>(dominators.count);
  for (size_t v = 0; v < places.size(); ++v) {
    tree_.order_[places[v]] = DominatorId(dominators.id[v]);
  }
  return true;
}

FlatArray<uint32_t> DominatorTreeMaker::Positions(size_t ids) const {
  FlatArray<uint32_t> positions(ids);
  std::fill_n(positions.data(), ids, DominatorTree::kUnreached);
  for (uint32_t at = 0; at < tree_.reached_count_; ++at) positions[tree_.order_[at].value] = at;
  return positions;
}

void DominatorTreeMaker::CountHolders(const DominatorHolders& holders) {
  tree_.holders_below_.assign(holders.size(), 1);
  for (uint32_t i = holders.whole(); i-- > 0;) {
    tree_.holders_below_[holders.parent(i)] += tree_.holders_below_[i];
  }
}

DominatorTree MakeDominatorTree(const HeapGraph& graph, const DominatorOptions& options,
                                Progress* progress) {
  return DominatorTreeMaker(graph, options, progress).Make({});
}

}  // namespace taproot
