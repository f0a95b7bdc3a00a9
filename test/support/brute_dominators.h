// Dominators by their definition: what is not reached any more when a vertex is taken out. For
// small graphs.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "taproot/dominators.h"
#include "taproot/heap_graph.h"

namespace taproot::test {

class BruteDominators {
 public:
  // The tree serves for the numbers of its holders alone.
  BruteDominators(const HeapGraph& graph, const DominatorTree& tree, Strength loosest);

  // What is reached from the whole; by DominatorId, as all below.
  const std::vector<bool>& reached() const { return reached_; }
  // What `id` dominates, itself included.
  std::vector<bool> DominatedBy(DominatorId id) const;

 private:
  void AddRoot(const Root& root);
  std::vector<bool> ReachedWithout(DominatorId left_out) const;

  const HeapGraph& graph_;
  const DominatorTree& tree_;
  std::vector<std::vector<uint32_t>> references_;
  std::vector<bool> reached_;
};

}  // namespace taproot::test
