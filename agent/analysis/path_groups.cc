#include "taproot/path_groups.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "analysis/path_labels.h"
#include "analysis/search_tree.h"

namespace taproot {
namespace {

// Longest repetition that is folded: a list of maps of lists of maps takes six labels a turn.
constexpr size_t kLongestPeriod = 8;

// What tells the label of an object from that of another, in ids of this graph. Several places may
// have one label: classes of one name, fields seen from subclasses.
struct Place {
  GroupId above;
  ClassId from;  // class of the referrer, of a class object the class it stands for; none: a root
  uint32_t slot = 0;  // without the index where it does not count; of a root its id
  ClassId to;

  friend bool operator==(const Place&, const Place&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const Place& place) {
    return H::combine(std::move(state), place.above, place.from, place.slot, place.to);
  }
};

bool CountsIndex(ReferenceKind kind) {
  return kind == ReferenceKind::kField || kind == ReferenceKind::kStaticField ||
         kind == ReferenceKind::kMirrorField || kind == ReferenceKind::kFrameLocal;
}

}  // namespace

class PathGrouping {
 public:
  PathGrouping(const HeapGraph& graph, const PathGroupOptions& options)
      : graph_(graph), max_groups_(options.max_groups), tree_(graph) {}

  PathGroups Make(Progress* progress) &&;

 private:
  // The group of what is held there, and whether it is that of another label for want of room.
  struct Group {
    GroupId id;
    bool borrowed = false;
  };

  Place PlaceOf(NodeId node) const;
  Group GroupAt(const Place& place, NodeId node);
  Group Resolve(const Place& place, NodeId node);
  uint32_t LabelId(PathLabel label);
  GroupId FoldedInto(GroupId above, uint32_t label) const;
  void Count(NodeId node, const Group& group);
  void SumSubtrees();

  const HeapGraph& graph_;
  const uint32_t max_groups_;
  SearchTree tree_;
  PathGroups groups_;
  absl::flat_hash_map<std::string, uint32_t> label_ids_;
  absl::flat_hash_map<std::pair<GroupId, uint32_t>, GroupId> children_;  // by label
  absl::flat_hash_map<Place, Group> group_at_;
  Place latest_place_;  // neighbours in the order of the search are mostly of one place
  Group latest_;
};

PathGroups PathGrouping::Make(Progress* progress) && {
  groups_.group_of_.resize(graph_.node_count());
  tree_.Pass(Strength::kStrong, progress);
  Stride stride(progress, "grouping objects by path", tree_.order().size());
  for (const NodeId node : tree_.order()) {
    if (!stride.Step()) break;
    Count(node, GroupAt(PlaceOf(node), node));
  }
  SumSubtrees();
  return std::move(groups_);
}

Place PathGrouping::PlaceOf(NodeId node) const {
  if (tree_.is_start(node)) {
    return {.slot = tree_.root(node).value, .to = graph_.class_of(node)};
  }
  const NodeId parent = tree_.parent(node);
  const ReferenceSlot slot = tree_.slot(node);
  const ReferenceKind kind = slot.kind();
  return {.above = groups_.group_of(parent),
          .from = kind == ReferenceKind::kStaticField ? graph_.mirrored_class(parent)
                                                      : graph_.class_of(parent),
          .slot = CountsIndex(kind) ? slot.bits() : ReferenceSlot(kind, 0).bits(),
          .to = graph_.class_of(node)};
}

PathGrouping::Group PathGrouping::GroupAt(const Place& place, NodeId node) {
  if (place == latest_place_ && latest_.id.valid()) return latest_;
  const auto [at, is_new] = group_at_.try_emplace(place);
  if (is_new) at->second = Resolve(place, node);
  latest_place_ = place;
  latest_ = at->second;
  return latest_;
}

PathGrouping::Group PathGrouping::Resolve(const Place& place, NodeId node) {
  const bool is_root = tree_.is_start(node);
  if (!is_root && place.from == place.to && tree_.slot(node).kind() == ReferenceKind::kField) {
    return {place.above};
  }
  const uint32_t label =
      LabelId(is_root ? RootLabel(graph_, graph_.root(tree_.root(node)))
                      : ReferenceLabel(graph_, tree_.parent(node), tree_.slot(node), place.to));
  if (const GroupId head = FoldedInto(place.above, label)) return {head};
  const auto known = children_.find({place.above, label});
  if (known != children_.end()) return {known->second};
  std::vector<PathGroup>& rows = groups_.rows_;
  if (!is_root && rows.size() >= max_groups_) return {place.above, true};
  const GroupId id(rows.size());
  const uint64_t above = is_root ? 0 : rows[place.above.value].fingerprint;
  rows.push_back({.parent = place.above,
                  .label = label,
                  .fingerprint = FingerprintOf(above, groups_.labels_[label]),
                  .first = node});
  children_.emplace(std::pair(place.above, label), id);
  return {id};
}

uint32_t PathGrouping::LabelId(PathLabel label) {
  constexpr std::string_view kEnd("\0", 1);
  std::string key = absl::StrCat(label.owner, kEnd, label.name, kEnd, label.class_name);
  const auto [at, is_new] =
      label_ids_.try_emplace(std::move(key), static_cast<uint32_t>(groups_.labels_.size()));
  if (is_new) groups_.labels_.push_back(std::move(label));
  return at->second;
}

// Where the path ends in the same labels twice, the group at the end of the first time.
GroupId PathGrouping::FoldedInto(GroupId above, uint32_t label) const {
  std::array<GroupId, 2 * kLongestPeriod - 1> path;  // upwards
  size_t length = 0;
  for (; length < path.size() && above.valid(); above = groups_.row(above).parent) {
    path[length++] = above;
  }
  auto label_at = [&](size_t i) { return i == 0 ? label : groups_.row(path[i - 1]).label; };
  for (size_t period = 1; period <= kLongestPeriod && 2 * period <= length + 1; ++period) {
    size_t same = 0;
    while (same < period && label_at(same) == label_at(same + period)) ++same;
    if (same == period) return path[period - 1];
  }
  return GroupId();
}

void PathGrouping::Count(NodeId node, const Group& group) {
  groups_.group_of_[node.value] = group.id;
  PathGroup& row = groups_.rows_[group.id.value];
  ++row.objects;
  row.shallow_bytes += graph_.shallow_size(node);
  if (group.borrowed) ++groups_.objects_without_group_;
}

void PathGrouping::SumSubtrees() {
  std::vector<PathGroup>& rows = groups_.rows_;
  for (size_t i = rows.size(); i-- > 0;) {
    PathGroup& row = rows[i];
    row.subtree_objects += row.objects;
    row.subtree_bytes += row.shallow_bytes;
    PathGroup* parent = row.parent.valid() ? &rows[row.parent.value] : nullptr;
    (parent ? parent->subtree_objects : groups_.objects_) += row.subtree_objects;
    (parent ? parent->subtree_bytes : groups_.shallow_bytes_) += row.subtree_bytes;
  }
}

std::vector<PathLabel> PathGroups::PathTo(GroupId group) const {
  std::vector<PathLabel> path;
  for (; group.valid(); group = row(group).parent) path.push_back(label(group));
  std::ranges::reverse(path);
  return path;
}

PathGroups MakePathGroups(const HeapGraph& graph, const PathGroupOptions& options,
                          Progress* progress) {
  return PathGrouping(graph, options).Make(progress);
}

}  // namespace taproot
