#include "taproot/merged_paths.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "taproot/node_set.h"

namespace taproot {
namespace {

constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

struct Weight {
  uint64_t passing = 0;
  uint64_t ending = 0;
  uint64_t retained_bytes = 0;
};

// The objects asked for that none of the others dominates: together they retain what all do.
NodeSet Topmost(const HeapGraph& graph, const DominatorTree& dominators, const NodeSet& asked) {
  NodeSet topmost(graph.node_count());
  const std::span<const DominatorId> preorder = dominators.preorder();
  for (size_t at = 0; at < preorder.size();) {
    const DominatorId id = preorder[at];
    if (!dominators.is_object(id) || !asked.contains(dominators.object(id))) {
      ++at;
      continue;
    }
    topmost.Insert(dominators.object(id));
    at += dominators.Subtree(id).size();
  }
  return topmost;
}

// By group: what passes there.
std::vector<Weight> Weigh(const PathGroups& groups, std::span<const NodeId> objects,
                          const DominatorTree* dominators, const NodeSet* topmost) {
  std::vector<Weight> weights(groups.rows().size());
  for (NodeId object : objects) {
    const GroupId group = groups.group_of(object);
    if (!group.valid()) continue;
    Weight& weight = weights[group.value];
    ++weight.passing;
    ++weight.ending;
    if (topmost != nullptr && topmost->contains(object)) {
      weight.retained_bytes += dominators->retained_bytes(object);
    }
  }
  for (size_t row = weights.size(); row-- > 0;) {
    const GroupId parent = groups.rows()[row].parent;
    if (!parent.valid()) continue;
    weights[parent.value].passing += weights[row].passing;
    weights[parent.value].retained_bytes += weights[row].retained_bytes;
  }
  return weights;
}

// The groups that something passes, in depth-first order.
class Arrangement {
 public:
  Arrangement(const PathGroups& groups, const std::vector<Weight>& weights)
      : groups_(groups), weights_(weights), row_of_(weights.size(), kNone) {}

  std::vector<MergedPath> Arrange() && {
    std::vector<GroupId> passed;
    for (size_t i = 0; i < weights_.size(); ++i) {
      if (weights_[i].passing > 0) passed.emplace_back(i);
    }
    // Children of one parent side by side, the heaviest last: it is the first to leave the stack.
    std::ranges::sort(passed, {}, [&](GroupId group) {
      return std::tuple(groups_.row(group).parent, weights_[group.value].passing, ~group.value);
    });
    std::vector<GroupId> stack;
    auto push_children = [&](GroupId parent) {
      const auto children = std::ranges::equal_range(
          passed, parent, {}, [&](GroupId group) { return groups_.row(group).parent; });
      stack.insert(stack.end(), children.begin(), children.end());
    };
    push_children(GroupId());
    while (!stack.empty()) {
      const GroupId group = stack.back();
      stack.pop_back();
      Add(group);
      push_children(group);
    }
    return std::move(rows_);
  }

 private:
  void Add(GroupId group) {
    const Weight& weight = weights_[group.value];
    MergedPath row{.group = group,
                   .passing = weight.passing,
                   .ending = weight.ending,
                   .retained_bytes = weight.retained_bytes};
    if (const GroupId parent = groups_.row(group).parent; parent.valid()) {
      row.parent = row_of_[parent.value];
    }
    row_of_[group.value] = static_cast<uint32_t>(rows_.size());
    rows_.push_back(row);
  }

  const PathGroups& groups_;
  const std::vector<Weight>& weights_;
  std::vector<uint32_t> row_of_;  // by group
  std::vector<MergedPath> rows_;
};

}  // namespace

MergedPaths MergePaths(const HeapGraph& graph, const PathGroups& groups,
                       std::span<const NodeId> objects, const DominatorTree* dominators) {
  NodeSet asked(graph.node_count());
  std::vector<NodeId> each;
  for (NodeId object : objects) {
    if (object.valid() && asked.Insert(object)) each.push_back(object);
  }
  std::optional<NodeSet> topmost;
  if (dominators != nullptr) topmost = Topmost(graph, *dominators, asked);
  const std::vector<Weight> weights =
      Weigh(groups, each, dominators, topmost ? &*topmost : nullptr);

  MergedPaths merged;
  merged.objects = merged.unheld = each.size();
  for (const Weight& weight : weights) merged.unheld -= weight.ending;
  merged.rows = Arrangement(groups, weights).Arrange();
  for (const MergedPath& row : merged.rows) {
    if (!row.parent) merged.retained_bytes += row.retained_bytes;
  }
  return merged;
}

}  // namespace taproot
