// Makes the dominator tree of a graph, step by step.
#pragma once

#include <cstdint>

#include "analysis/dominator_core.h"
#include "analysis/dominator_holders.h"
#include "analysis/dominator_search.h"
#include "taproot/dominators.h"
#include "taproot/progress.h"

namespace taproot {

class DominatorTreeMaker {
 public:
  DominatorTreeMaker(const HeapGraph& graph, const DominatorOptions& options, Progress* progress)
      : graph_(graph), options_(options), progress_(progress) {}

  DominatorTree Make(const DominatorCoreOptions& core);

  // Once the tree is made.
  DominatorMethod method() const { return method_; }

 private:
  bool cancelled() const { return progress_ != nullptr && progress_->cancelled(); }

  DepthFirstTree FindDominators(const DominatorHolders& holders, const DominatorCoreOptions& core);
  void SumUp(const DepthFirstTree& dominators);
  FlatArray<uint32_t> PlacesInPreorder(const DepthFirstTree& dominators) const;
  // False if cancelled.
  bool MoveToPreorder(DepthFirstTree dominators);
  FlatArray<uint32_t> Positions(size_t ids) const;
  void CountHolders(const DominatorHolders& holders);

  const HeapGraph& graph_;
  const DominatorOptions options_;
  Progress* const progress_;
  DominatorMethod method_ = DominatorMethod::kSemiNca;
  DominatorTree tree_;  // its sums are by depth-first number until they are moved
};

}  // namespace taproot
