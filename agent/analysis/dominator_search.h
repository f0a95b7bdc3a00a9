// The depth-first search behind dominators.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "analysis/bit_array.h"
#include "analysis/dominator_holders.h"
#include "taproot/flat_array.h"
#include "taproot/heap_graph.h"
#include "taproot/progress.h"

namespace taproot {

// By depth-first number, of `count` vertices. The whole is 0, and every vertex comes after the
// parent from which the search first met it.
struct DepthFirstTree {
  uint32_t count = 0;
  FlatArray<uint32_t> id;      // DominatorId of the vertex
  FlatArray<uint32_t> parent;  // a number
};

// Numbers what the holders reach. A reference that counts and is none of the tree joins two of its
// branches: it is marked, one bit each, so that nobody has to look at the others again.
class DominatorSearch {
 public:
  // At most 24 bytes a node while it runs, 12 afterwards, and a few bits.
  DominatorSearch(const HeapGraph& graph, const DominatorHolders& holders, Strength loosest);

  // False if cancelled.
  bool Run(Progress* progress);

  DepthFirstTree TakeTree() && { return std::move(tree_); }
  // Of what was reached; 0 of what was not.
  uint32_t number(NodeId node) const { return number_[node.value]; }
  uint32_t count() const { return tree_.count; }

  // Calls join(target, referrer), in numbers, for the joining references of the nodes in [begin,
  // end). May be called from several threads at once.
  template <typename Join>
  void ForEachJoining(uint32_t begin, uint32_t end, Join&& join) const {
    const uint32_t* const first = graph_.rows().first.data();
    const NodeId* const targets = graph_.rows().targets.data();
    uint32_t node = begin;
    joining_.ForEach(first[begin], first[end], [&](uint64_t at) {
      while (first[node + 1] <= at) ++node;
      join(number_[targets[at].value], number_[node]);
    });
    joining_class_.ForEach(begin, end, [&](uint64_t instance) {
      const NodeId from(instance);
      join(number(graph_.implied_class_target(from)), number(from));
    });
  }
  // The same for those of holders.
  template <typename Join>
  void ForEachJoiningHolder(Join&& join) const {
    for (const auto& [object, holder] : held_) join(object, holder);
  }

 private:
  // A vertex that is not done: the references from `at` on are still to be followed.
  struct Visit {
    uint32_t number;
    uint32_t at;
    uint32_t end;
  };

  void MarkSpecial();
  bool Explore(NodeId start, uint32_t holder, Stride& stride);
  uint32_t Number(uint32_t id, uint32_t parent);
  Visit Enter(NodeId node, uint32_t parent);
  NodeId SpecialTarget(NodeId from, uint32_t at) const;
  void MarkJoining(NodeId from, uint32_t at);

  const HeapGraph& graph_;
  const DominatorHolders& holders_;
  const Strength loosest_;
  // Nodes that refer to their class, or not all of whose references count. On most heaps few.
  BitArray special_;
  FlatArray<uint32_t> number_;  // by DominatorId
  DepthFirstTree tree_;
  FlatArray<Visit> stack_;
  BitArray joining_;        // by position among all references of the graph
  BitArray joining_class_;  // by node: its reference to its class
  std::vector<std::pair<uint32_t, uint32_t>> held_;  // numbers of an object and another holder
};

}  // namespace taproot
