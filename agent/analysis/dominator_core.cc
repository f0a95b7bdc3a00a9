#include "analysis/dominator_core.h"

#include <algorithm>

#include "analysis/link_forest.h"

namespace taproot {
namespace {

constexpr uint32_t kAhead = 16;  // referrers whose links are asked for before their turn

// The semi-dominators of the vertices of `joins`. All others' is their parent.
FlatArray<uint32_t> FindSemiDominators(std::span<const uint32_t> parent, const JoinTable& joins,
                                       Progress* progress) {
  Stride stride(progress, "dominators: joins", joins.count);
  FlatArray<uint32_t> semi(joins.count);
  LinkForest forest(parent);  // labels are semi-dominators
  const uint32_t* const referrers = joins.referrers.data();
  for (uint32_t join = joins.count; join-- > 0 && stride.Step();) {
    const uint32_t vertex = joins.vertex[join];
    uint32_t least = parent[vertex];
    for (uint32_t i = joins.first[join + 1]; i-- > joins.first[join];) {
      if (i >= kAhead) forest.Prefetch(referrers[i - kAhead]);
      const uint32_t referrer = referrers[i];
      const uint32_t candidate =
          referrer <= vertex ? referrer : forest.Least(referrer, vertex, std::less<uint32_t>());
      least = std::min(least, candidate);
    }
    semi[join] = least;
    forest.SetLabel(vertex, least);
  }
  return semi;
}

// The immediate dominator is the nearest ancestor, in the dominator tree of what lies before, of
// the parent that is not below the semi-dominator. False, and `dominator` as it was, after too many
// steps.
bool ClimbToDominators(std::span<uint32_t> dominator, const JoinTable& joins,
                       FlatArray<uint32_t> semi, uint64_t steps, Progress* progress) {
  Stride stride(progress, "dominators: tree", joins.count);
  for (uint32_t join = 0; join < joins.count && stride.Step(); ++join) {
    const uint32_t vertex = joins.vertex[join];
    uint32_t above = dominator[vertex];
    while (above > semi[join] && steps > 0) {
      above = dominator[above];
      --steps;
    }
    if (steps == 0) {
      while (join-- > 0) dominator[joins.vertex[join]] = semi[join];
      return false;
    }
    semi[join] = dominator[vertex];  // the parent, should it be needed again
    dominator[vertex] = above;
  }
  return true;
}

// The vertices that wait for their semi-dominator's tree to be complete, in a list each. A list of
// a vertex is empty before the vertex itself gets into one, so one array serves as heads and links.
class Buckets {
 public:
  explicit Buckets(size_t count) : next_(count) {}  // 0, the root, waits for nobody

  void Add(uint32_t bucket, uint32_t vertex) {
    next_[vertex] = next_[bucket];
    next_[bucket] = vertex;
  }
  template <typename Visit>
  void Empty(uint32_t bucket, Visit&& visit) {
    uint32_t vertex = next_[bucket];
    next_[bucket] = 0;
    while (vertex != 0) {
      const uint32_t next = next_[vertex];
      visit(vertex);
      vertex = next;
    }
  }
  // Once a vertex is out of its list, its entry serves for what was found out about it.
  uint32_t& result(uint32_t vertex) { return next_[vertex]; }

 private:
  FlatArray<uint32_t> next_;
};

// Lengauer-Tarjan with simple linking: O(m log n).
void LengauerTarjan(std::span<uint32_t> parent, const JoinTable& joins, Progress* progress) {
  const auto count = static_cast<uint32_t>(parent.size());
  Stride stride(progress, "dominators: joins (many)", count);
  FlatArray<uint32_t> semi(count);
  std::ranges::copy(parent, semi.data());
  LinkForest forest(parent);  // labels are vertices
  Buckets buckets(count);
  auto less = [&](uint32_t a, uint32_t b) { return semi[a] < semi[b]; };
  uint32_t join = joins.count;
  for (uint32_t vertex = count; vertex-- > 1 && stride.Step();) {
    if (join > 0 && joins.vertex[join - 1] == vertex) {
      --join;
      uint32_t least = parent[vertex];
      for (uint32_t referrer : joins.row(join)) {
        least = std::min(
            least, referrer <= vertex ? referrer : semi[forest.Least(referrer, vertex, less)]);
      }
      semi[vertex] = least;
      if (least != parent[vertex]) buckets.Add(least, vertex);
    }
    forest.SetLabel(vertex, vertex);
    const uint32_t root = parent[vertex];
    buckets.Empty(root, [&](uint32_t waiting) {
      // Either the semi-dominator itself or that of `least` dominates.
      const uint32_t least = forest.Least(waiting, vertex - 1, less);
      buckets.result(waiting) = semi[least] < root ? least : root;
    });
  }
  for (uint32_t vertex = 1; vertex < count; ++vertex) {
    if (semi[vertex] == parent[vertex]) continue;
    const uint32_t found = buckets.result(vertex);
    parent[vertex] = found == semi[vertex] ? found : parent[found];
  }
}

}  // namespace

DominatorMethod ComputeImmediateDominators(std::span<uint32_t> parent, JoinTable joins,
                                           const DominatorCoreOptions& options,
                                           Progress* progress) {
  if (options.method != DominatorMethod::kLengauerTarjan) {
    const uint64_t steps = options.method == DominatorMethod::kSemiNca
                               ? std::numeric_limits<uint64_t>::max()
                               : parent.size() * uint64_t{options.steps_allowed} + 1;
    FlatArray<uint32_t> semi = FindSemiDominators(parent, joins, progress);
    if (progress != nullptr && progress->cancelled()) return DominatorMethod::kSemiNca;
    if (ClimbToDominators(parent, joins, std::move(semi), steps, progress)) {
      return DominatorMethod::kSemiNca;
    }
  }
  LengauerTarjan(parent, joins, progress);
  return DominatorMethod::kLengauerTarjan;
}

}  // namespace taproot
