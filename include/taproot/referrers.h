// The references of a graph turned round: who refers to an object, and which roots it has. Made
// once for all objects of a request that are asked for more than one path, or for a cut.
//
// 8 bytes a reference and 4 a node. Left out is what the rules ignore, and the reference from the
// class object of a built-in class to what a static field of it holds: the field is a root of its
// own, and must not count twice. All const methods may be called from any number of threads at
// once.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/node_set.h"
#include "taproot/progress.h"
#include "taproot/reference_rules.h"

namespace taproot {

class RuleIndex;

// targets(node)[position] of the graph; past the end of the row the implied reference to the class.
struct Referrer {
  NodeId node;
  uint32_t position = 0;

  friend bool operator==(const Referrer&, const Referrer&) = default;
};

// What decides, before its length, how good a path is: the worst of its root and its references.
struct PathLevel {
  Strength strength = Strength::kStrong;
  bool last_resort = false;
  RootRank rank = RootRank::kProgram;

  friend auto operator<=>(const PathLevel&, const PathLevel&) = default;  // a better one is less
  // Whether a path that is held to this level may use what is of `other`.
  bool Admits(const PathLevel& other) const {
    return other.strength <= strength && other.last_resort <= last_resort && other.rank <= rank;
  }
  void Join(const PathLevel& other) {
    strength = std::max(strength, other.strength);
    last_resort = last_resort || other.last_resort;
    rank = std::max(rank, other.rank);
  }
};

class Referrers {
 public:
  // Graph and rules must outlive it; the rules may be null. Incomplete when cancelled.
  Referrers(const HeapGraph& graph, const ReferenceRules* rules, Progress* progress = nullptr);
  Referrers(const Referrers&) = delete;
  Referrers& operator=(const Referrers&) = delete;
  ~Referrers();

  const HeapGraph& graph() const { return graph_; }
  std::span<const Referrer> of(NodeId node) const {
    return std::span(referrers_)
        .subspan(first_[node.value], first_[node.value + 1] - first_[node.value]);
  }
  ReferenceSlot slot(Referrer referrer) const {
    const std::span<const ReferenceSlot> slots = graph_.slots(referrer.node);
    return referrer.position < slots.size() ? slots[referrer.position]
                                            : ReferenceSlot(ReferenceKind::kClass, 0);
  }
  // The roots that enter at this object, the best first.
  std::span<const RootId> roots_of(NodeId node) const;
  // Position of the root among all in the order in which paths are searched.
  uint32_t order(RootId root) const { return order_[root.value]; }

  PathLevel level(Referrer referrer) const;
  PathLevel level(RootId root) const;
  bool is_strong(Referrer referrer) const {
    return graph_.strength(referrer.node, slot(referrer)) == Strength::kStrong;
  }
  const RuleIndex* rules() const { return rules_.get(); }  // null if there are none

 private:
  class Builder;

  void IndexRoots();

  const HeapGraph& graph_;
  const std::unique_ptr<const RuleIndex> rules_;
  std::vector<uint32_t> first_;  // node_count() + 1 entries
  std::vector<Referrer> referrers_;
  std::vector<RootId> roots_;    // by node, then in order
  std::vector<uint32_t> order_;  // by root
  NodeSet has_root_;
};

}  // namespace taproot
