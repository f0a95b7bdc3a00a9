// What the searches for waste share: which objects count, which of them nobody else holds, and
// which arrays belong to something that has been looked at already.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/waste_array_sizes.h"
#include "analysis/waste_tally.h"
#include "taproot/heap_graph.h"
#include "taproot/node_set.h"
#include "taproot/path_groups.h"
#include "taproot/progress.h"
#include "taproot/waste.h"

namespace taproot {

class WasteContext {
 public:
  WasteContext(const HeapGraph& graph, const PathGroups& groups, Progress* progress);

  const HeapGraph& graph() const { return graph_; }
  const PathGroups& groups() const { return groups_; }
  const ArraySizes& sizes() const { return sizes_; }
  Progress* progress() const { return progress_; }
  bool cancelled() const { return progress_ != nullptr && progress_->cancelled(); }

  bool counts(NodeId node) const { return groups_.group_of(node).valid(); }
  // Whether more than one reference or root holds the object, back references of a collection's
  // views and iterators left out.
  bool shared(NodeId node) const { return shared_.contains(node); }

  // An array that is part of another object's account. The searches claim before others count.
  bool claimed(NodeId node) const { return claimed_.contains(node); }
  void Claim(NodeId node) { claimed_.Insert(node); }

  // Calls visit(NodeId) for each object that counts, until cancelled.
  template <typename Visit>
  void ForEachObject(const char* phase, Visit&& visit) const {
    Stride stride(progress_, phase, graph_.node_count());
    for (uint32_t i = 0; i < graph_.node_count() && stride.Step(); ++i) {
      if (counts(NodeId(i))) visit(NodeId(i));
    }
  }

  // The target of the object's reference in this slot; none if null.
  NodeId TargetAt(NodeId node, ReferenceSlot slot) const;
  // For each class which of these classes of the boot loader it is or extends, the nearest of them;
  // kNoBase if none.
  static constexpr uint8_t kNoBase = 0xff;
  std::vector<uint8_t> BasesAmong(std::span<const std::string_view> names) const;

  WasteTally& tally(WasteKind kind) { return *tallies_[static_cast<size_t>(kind)]; }

 private:
  std::vector<std::optional<ReferenceSlot>> BackReferences() const;  // by class
  void FindShared();

  const HeapGraph& graph_;
  const PathGroups& groups_;
  Progress* const progress_;
  const ArraySizes sizes_;
  NodeSet shared_;
  NodeSet claimed_;
  std::array<std::unique_ptr<WasteTally>, kWasteKinds> tallies_;
};

struct DuplicateList {
  std::vector<Duplicates> worst;
  uint64_t contents = 0;  // that have copies
};

// The searches, in the order in which they must run: what one has claimed the next leaves alone.
// Each adds to the tallies of its kinds.
DuplicateList FindDuplicateStrings(WasteContext& context, uint32_t worst);
void FindCollections(WasteContext& context);
void FindBoxes(WasteContext& context);
void FindSpareRoom(WasteContext& context);  // of builders and streams
void FindArrays(WasteContext& context);     // that belong to none of the above
DuplicateList FindDuplicateArrays(WasteContext& context, uint32_t worst);

}  // namespace taproot
