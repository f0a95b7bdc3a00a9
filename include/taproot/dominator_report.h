// The part of a dominator tree that is worth a reader's while, or its sums by class, package or
// class loader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "taproot/dominators.h"
#include "taproot/heap_graph.h"
#include "taproot/progress.h"

namespace taproot {

enum class DominatorGrouping : uint8_t {
  kObject,
  kClass,
  kPackage,
  kLoader,
  kThread,
  kStaticField
};

struct DominatorRow {
  enum class Kind : uint8_t {
    kHolder,
    kObject,
    kObjects,  // of one class, side by side below the same dominators, put together
    kClass,    // all instances
    kPackage,
    kLoader,
    kRest,  // what is not shown below the same parent
  };

  Kind kind = Kind::kObject;
  uint32_t depth = 0;
  std::optional<Holder> holder;  // kHolder
  NodeId node;                   // kObject; kLoader: its object, if there is one
  ClassId klass;                 // kObject, kObjects, kClass
  std::string name;              // kPackage, kLoader
  uint64_t count = 1;            // objects put together, instances, rows left out
  uint64_t shallow_bytes = 0;
  // Of a kRest among classes, packages or loaders these are 0: they overlap, and have no sum.
  uint64_t retained_bytes = 0;
  uint64_t retained_objects = 0;
};

struct DominatorReport {
  DominatorGrouping by = DominatorGrouping::kObject;
  uint64_t strong_objects = 0;  // all that the tree is made of
  uint64_t strong_bytes = 0;
  uint64_t loose_objects = 0;  // reached by soft, final, weak or phantom references alone
  uint64_t loose_bytes = 0;
  // By kObject the whole tree as far as it is shown, parents before children; by kThread one tree
  // after the other; else one row each. Heaviest first.
  std::vector<DominatorRow> rows;
  bool deeper = false;  // heavy rows were left out because they lie too deep
};

struct DominatorReportOptions {
  DominatorGrouping by = DominatorGrouping::kObject;
  uint32_t top = 30;       // rows below one parent
  uint32_t depth = 6;      // levels of objects; holders do not count
  double min_percent = 1;  // rows that retain less than this part of the whole are summed up
};

// Siblings of one class make one row together, and so do their children, unless one of them stands
// out: it is above the threshold, and has a fourth of what they retain.
DominatorReport MakeDominatorReport(const HeapGraph& graph, const DominatorTree& tree,
                                    const DominatorReportOptions& options);

}  // namespace taproot
