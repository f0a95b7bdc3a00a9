// The heap as a tree of paths: every object that is held strongly belongs to one group, the folded
// shortest path from a root to it. Objects that the same code puts in the same place share a group,
// so that a heap of millions of objects becomes some ten thousand groups that can be compared from
// one capture to the next.
//
// A path is a row of labels, `owner.field -> class`. Folded means:
// - elements of an array are one, wherever they stand; so are entries of a constant pool;
// - digits in the names of threads are one "*", in the names of proxies and reflection accessors
//   too: the VM numbers them as they come;
// - what a field of an object of the same class holds counts into the group of that object. So a
//   chain counts into its head (Node.next), a search tree into its root, and the entries of a
//   linked map are one group, whether a search meets them by the table or by their neighbours;
// - a path whose end repeats what stands right before it goes back to there: a document counts into
//   its first levels, however deep it is.
//
// The paths are those of the breadth-first search of FindRootPaths: by rank, then by length.
// Shark's ObjectGrowthDetector (LeakCanary) groups alike; it folds chains of one label.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/progress.h"

namespace taproot {

using GroupId = Id<struct PathGroupTag>;  // a row of PathGroups

// One step of a path: by what the objects of a group are held, and of which class they are.
struct PathLabel {
  std::string owner;  // of a field: the declaring class; else empty
  // "table", "[]", "(class loader)"; of a root "static field com.acme.Main.KEEP", "JNI global",
  // `thread "pool-*"`, "local in com.acme.Main.run", "classes of the app loader".
  std::string name;
  std::string class_name;

  friend bool operator==(const PathLabel&, const PathLabel&) = default;
};

struct PathGroup {
  GroupId parent;            // none for what the roots hold themselves
  uint32_t label = 0;        // see PathGroups::label()
  uint64_t fingerprint = 0;  // of the labels up to here; the same in every capture and process
  NodeId first;              // the member that the search met first
  uint64_t objects = 0;      // members
  uint64_t shallow_bytes = 0;
  uint64_t subtree_objects = 0;  // members and those of all groups below
  uint64_t subtree_bytes = 0;
};

struct PathGroupOptions {
  // Objects for which there would be one group more count into the group of their parent.
  uint32_t max_groups = 100'000;
};

// Immutable. Const methods may be called from several threads at once. 4 bytes a node.
class PathGroups {
 public:
  // None if no root holds the object strongly.
  GroupId group_of(NodeId node) const { return group_of_[node.value]; }

  // Parents before their children.
  const std::vector<PathGroup>& rows() const { return rows_; }
  const PathGroup& row(GroupId group) const { return rows_[group.value]; }
  const PathLabel& label(GroupId group) const { return labels_[row(group).label]; }
  // The labels from the root to the group.
  std::vector<PathLabel> PathTo(GroupId group) const;

  uint64_t objects() const { return objects_; }  // in all groups
  uint64_t shallow_bytes() const { return shallow_bytes_; }
  // Objects that count into the group of their parent because there are too many groups.
  uint64_t objects_without_group() const { return objects_without_group_; }

 private:
  friend class PathGrouping;

  std::vector<GroupId> group_of_;
  std::vector<PathGroup> rows_;
  std::vector<PathLabel> labels_;
  uint64_t objects_ = 0;
  uint64_t shallow_bytes_ = 0;
  uint64_t objects_without_group_ = 0;
};

PathGroups MakePathGroups(const HeapGraph& graph, const PathGroupOptions& options,
                          Progress* progress = nullptr);

}  // namespace taproot
