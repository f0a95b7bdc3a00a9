#include "taproot/profile_tree.h"

#include <algorithm>
#include <utility>

namespace taproot {
namespace {

// Turns a walk into a tree. A breadth-first walk puts the children of an object side by side, so a
// range of positions stands for them; the entries are then laid out in the same way, level by
// level, but with the children sorted.
class TreeMaker {
 public:
  TreeMaker(const HeapGraph& graph, ObjectWalk walk)
      : graph_(graph), walk_(std::move(walk)), children_(walk_.nodes.size()) {
    Weigh();
    FindChildren();
  }

  ProfileTree Make(bool joint_root) && {
    tree_.objects = walk_.nodes.size();
    tree_.stops = walk_.stops;
    entries().reserve(2 * walk_.nodes.size() + 1);
    if (joint_root) {
      AddJointRoot();
    } else {
      AddObject(0, ProfileEntry::kNoParent, 0);
    }
    for (uint32_t i = joint_root ? 1 : 0; i < entries().size(); ++i) {
      if (!entries()[i].is_shell) AddChildren(i);
    }
    return std::move(tree_);
  }

 private:
  struct Range {
    uint32_t begin = 0;
    uint32_t end = 0;
  };

  std::vector<ProfileEntry>& entries() { return tree_.entries; }
  uint32_t entry_count() const { return static_cast<uint32_t>(tree_.entries.size()); }

  // A child stands behind its parent: one sweep from the back sums up all subtrees.
  void Weigh() {
    const size_t count = walk_.nodes.size();
    bytes_.resize(count);
    native_bytes_.resize(count);
    for (size_t i = count; i-- > 0;) {
      bytes_[i] += graph_.shallow_size(walk_.nodes[i]);
      native_bytes_[i] += graph_.native_bytes(walk_.nodes[i]);
      if (const uint32_t parent = walk_.parent[i]; parent != ObjectWalk::kNoParent) {
        bytes_[parent] += bytes_[i];
        native_bytes_[parent] += native_bytes_[i];
      }
    }
  }

  void FindChildren() {
    for (uint32_t i = 0; i < walk_.nodes.size(); ++i) {
      const uint32_t parent = walk_.parent[i];
      Range& siblings = parent == ObjectWalk::kNoParent ? starts_ : children_[parent];
      if (siblings.end == 0) siblings.begin = i;
      siblings.end = i + 1;
    }
  }

  void AddObject(uint32_t position, uint32_t parent, uint32_t depth) {
    entries().push_back({.node = walk_.nodes[position],
                         .parent = parent,
                         .depth = depth,
                         .reference_count = walk_.reference_count[position],
                         .slot = walk_.slot[position],
                         .bytes = bytes_[position],
                         .native_bytes = native_bytes_[position]});
    position_.push_back(position);
  }

  void AddShell(NodeId node, uint32_t parent, uint32_t depth) {
    entries().push_back({.node = node,
                         .parent = parent,
                         .depth = depth,
                         .is_shell = true,
                         .bytes = graph_.shallow_size(node),
                         .native_bytes = graph_.native_bytes(node)});
    position_.push_back(ObjectWalk::kNoParent);
  }

  void AddJointRoot() {
    ProfileEntry root;
    for (uint32_t i = starts_.begin; i < starts_.end; ++i) {
      root.bytes += bytes_[i];
      root.native_bytes += native_bytes_[i];
    }
    entries().push_back(root);
    position_.push_back(ObjectWalk::kNoParent);
    entries()[0].first_child = entry_count();
    for (uint32_t position : Sorted(starts_)) AddObject(position, 0, 1);
    entries()[0].child_count = entry_count() - entries()[0].first_child;
  }

  void AddChildren(uint32_t index) {
    const NodeId node = entries()[index].node;
    const uint32_t depth = entries()[index].depth + 1;
    const uint64_t shell_bytes = graph_.shallow_size(node);
    const uint32_t first = entry_count();
    bool shell_added = false;
    for (uint32_t position : Sorted(children_[position_[index]])) {
      if (!shell_added && bytes_[position] <= shell_bytes) {
        AddShell(node, index, depth);
        shell_added = true;
      }
      AddObject(position, index, depth);
    }
    if (!shell_added) AddShell(node, index, depth);
    entries()[index].first_child = first;
    entries()[index].child_count = entry_count() - first;
  }

  // The positions of the range, heaviest first.
  const std::vector<uint32_t>& Sorted(Range range) {
    sorted_.clear();
    for (uint32_t i = range.begin; i < range.end; ++i) sorted_.push_back(i);
    std::ranges::sort(sorted_, [this](uint32_t a, uint32_t b) {
      return bytes_[a] != bytes_[b] ? bytes_[a] > bytes_[b] : a < b;
    });
    return sorted_;
  }

  const HeapGraph& graph_;
  const ObjectWalk walk_;
  // By position in the walk.
  std::vector<uint64_t> bytes_;
  std::vector<uint64_t> native_bytes_;
  std::vector<Range> children_;
  Range starts_;

  ProfileTree tree_;
  std::vector<uint32_t> position_;  // in the walk, by entry; none for shells and a joint root
  std::vector<uint32_t> sorted_;
};

}  // namespace

ProfileTree MakeProfileTree(const HeapGraph& graph, std::span<const NodeId> starts,
                            const WalkOptions& options) {
  return TreeMaker(graph, WalkObjects(graph, starts, options)).Make(starts.size() != 1);
}

}  // namespace taproot
