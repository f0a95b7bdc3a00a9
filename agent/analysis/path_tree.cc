#include "taproot/path_tree.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace taproot {
namespace {

constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

// A parent weighs no less than its children and stands before them: so it is among the heaviest if
// one of them is.
std::vector<GroupId> Heaviest(const PathGroups& groups, uint32_t max_rows) {
  std::vector<GroupId> order;
  order.reserve(groups.rows().size());
  for (size_t i = 0; i < groups.rows().size(); ++i) order.emplace_back(i);
  std::ranges::sort(
      order, {}, [&](GroupId group) { return std::pair(~groups.row(group).subtree_bytes, group); });
  if (order.size() > max_rows) order.resize(max_rows);
  return order;
}

class TreeMaker {
 public:
  TreeMaker(const PathGroups& groups, const std::vector<GroupId>& chosen)
      : groups_(groups),
        first_child_(groups.rows().size(), kNone),
        next_(groups.rows().size(), kNone) {
    // The lightest first, so that the heaviest of siblings comes to stand in front.
    for (auto group = chosen.rbegin(); group != chosen.rend(); ++group) {
      const GroupId parent = groups.row(*group).parent;
      uint32_t& first = parent.valid() ? first_child_[parent.value] : first_root_;
      next_[group->value] = std::exchange(first, group->value);
    }
  }

  std::vector<PathTreeRow> Make() && {
    // Groups to be added with the rows of their parents.
    std::vector<std::pair<uint32_t, std::optional<uint32_t>>> stack;
    if (first_root_ != kNone) stack.emplace_back(first_root_, std::nullopt);
    while (!stack.empty()) {
      const auto [group, parent] = stack.back();
      stack.pop_back();
      const auto row = static_cast<uint32_t>(rows_.size());
      Add(GroupId(group), parent);
      if (next_[group] != kNone) stack.emplace_back(next_[group], parent);
      if (first_child_[group] != kNone) stack.emplace_back(first_child_[group], row);
    }
    return std::move(rows_);
  }

 private:
  void Add(GroupId id, std::optional<uint32_t> parent) {
    const PathGroup& group = groups_.row(id);
    rows_.push_back({.parent = parent,
                     .label = groups_.label(id),
                     .objects = group.subtree_objects,
                     .bytes = group.subtree_bytes,
                     .objects_with_all_below = group.subtree_objects,
                     .bytes_with_all_below = group.subtree_bytes});
    if (!parent) return;
    rows_[*parent].objects -= group.subtree_objects;
    rows_[*parent].bytes -= group.subtree_bytes;
  }

  const PathGroups& groups_;
  std::vector<uint32_t> first_child_;  // by group; of those chosen
  std::vector<uint32_t> next_;         // by group: the sibling that is the next lighter
  uint32_t first_root_ = kNone;
  std::vector<PathTreeRow> rows_;
};

}  // namespace

PathTree MakePathTree(const PathGroups& groups, uint32_t max_rows) {
  const std::vector<GroupId> chosen = Heaviest(groups, max_rows);
  return {.objects = groups.objects(),
          .bytes = groups.shallow_bytes(),
          .rows = TreeMaker(groups, chosen).Make(),
          .groups_without_row = groups.rows().size() - chosen.size()};
}

}  // namespace taproot
