// Instances and bytes by class.
#pragma once

#include <cstdint>
#include <vector>

#include "taproot/dominators.h"
#include "taproot/heap_graph.h"

namespace taproot {

struct HistogramRow {
  ClassId java_class;
  uint64_t instances = 0;
  uint64_t shallow_bytes = 0;
  // Each object counted once, also where one instance dominates another; see retained.h. What only
  // loose references hold retains nothing.
  uint64_t retained_bytes = 0;
};

struct Histogram {
  std::vector<HistogramRow> rows;  // by shallow bytes, then instances, both falling; then by name
  uint64_t instances = 0;
  uint64_t shallow_bytes = 0;
  bool has_retained = false;
};

// Counts what is reached from the roots by references of any strength: no garbage, no fillers, no
// archived objects that nobody uses. Classes of one name and different loaders have a row each.
// With retained bytes if there is a dominator tree.
Histogram MakeHistogram(const HeapGraph& graph, const DominatorTree* dominators = nullptr);

}  // namespace taproot
