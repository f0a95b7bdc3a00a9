// Turns the log of a walk into the rows of a graph, numbered in address order. Runs with the
// application: only the walk itself is a pause.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "capture/follow/class_catalog.h"
#include "capture/follow/heap_walk.h"
#include "capture/follow/key_index.h"
#include "capture/follow/mark_table.h"
#include "capture/follow/plumbing_list.h"
#include "graph/heap_graph_builder.h"

namespace taproot {

class GraphAssembly {
 public:
  GraphAssembly(const HeapWalk* walk, const MarkTable* marks, const ClassCatalog* catalog,
                const PlumbingList* plumbing)
      : walk_(*walk), marks_(*marks), catalog_(*catalog), plumbing_(*plumbing) {}

  // Numbers the objects.
  absl::Status NumberNodes();
  const KeyIndex& index() const { return index_; }
  NodeId NodeOfMark(uint32_t mark) const {
    const ObjectKey key = marks_[mark].key;
    return key == 0 ? NodeId() : index_.Find(key);
  }

  // Gives the builder the rows, and every class its mirror and loader.
  absl::Status Fill(HeapGraphBuilder& builder);

 private:
  struct MirrorEdge {
    NodeId mirror;
    NodeId target;
    uint32_t field;
    friend auto operator<=>(const MirrorEdge&, const MirrorEdge&) = default;
  };

  template <typename Visit>
  void ForEachNode(uint64_t begin, uint64_t end, Visit&& visit) const;
  template <typename Visit>
  void ForEachNodeInParallel(Visit&& visit) const;
  std::vector<NodeId> ResolveTargets() const;
  std::vector<MirrorEdge> CollectMirrorEdges() const;
  void FillClasses(HeapGraphBuilder::Rows& rows) const;
  void FillSizes(HeapGraphBuilder::Rows& rows) const;
  absl::Status FillReferences(HeapGraphBuilder::Rows& rows) const;
  ReferenceSlot ToLayout(ReferenceSlot slot, ClassId layout) const;

  const HeapWalk& walk_;
  const MarkTable& marks_;
  const ClassCatalog& catalog_;
  const PlumbingList& plumbing_;
  KeyIndex index_;
  std::vector<std::pair<NodeId, ClassId>> mirrors_;  // sorted by node
};

}  // namespace taproot
