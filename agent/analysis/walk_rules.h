// Which references a walk follows and which it only counts.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/object_walk.h"

namespace taproot {

class WalkRules {
 public:
  WalkRules(const HeapGraph& graph, const WalkOptions& options);

  // Where the next walk starts: these objects are entered, whatever they are.
  void SetStarts(std::span<const NodeId> starts);

  // Calls follow(NodeId target, ReferenceSlot slot) for the references of the node that a walk
  // follows, in the order of its row, and counts the others.
  template <typename Follow>
  void ForEachFollowed(NodeId node, WalkStops& stops, Follow&& follow) const {
    const bool skip_referent = rules_[graph_.class_of(node).value].skip_referent;
    const std::span<const NodeId> targets = graph_.targets(node);
    const std::span<const ReferenceSlot> slots = graph_.slots(node);
    for (size_t i = 0; i < targets.size(); ++i) {
      if (skip_referent && graph_.strength(node, slots[i]) != Strength::kStrong) {
        ++stops.weak;
      } else if (const Barrier barrier = rules_[graph_.class_of(targets[i]).value].barrier;
                 barrier != nullptr && !IsStart(targets[i])) {
        ++(stops.*barrier);
      } else {
        follow(targets[i], slots[i]);
      }
    }
  }

 private:
  // Counts the references that end here.
  using Barrier = uint64_t WalkStops::*;

  struct ClassRule {
    Barrier barrier = nullptr;  // before objects of this class; null where a walk goes on
    bool skip_referent = false;
  };

  void StopAt(std::string_view class_name, Barrier barrier);
  bool IsStart(NodeId node) const;

  const HeapGraph& graph_;
  std::vector<ClassRule> rules_;         // by class
  std::vector<NodeId> starts_to_enter_;  // those behind a barrier, sorted; nearly always empty
};

}  // namespace taproot
