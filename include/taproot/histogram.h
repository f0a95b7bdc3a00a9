// Instances and bytes by class.
#pragma once

#include <cstdint>
#include <vector>

#include "taproot/heap_graph.h"

namespace taproot {

struct HistogramRow {
  ClassId java_class;
  uint64_t instances = 0;
  uint64_t shallow_bytes = 0;
};

struct Histogram {
  std::vector<HistogramRow> rows;  // by shallow bytes, then instances, both falling; then by name
  uint64_t instances = 0;
  uint64_t shallow_bytes = 0;
};

// Counts what is reached from the roots by references of any strength: no garbage, no fillers, no
// archived objects that nobody uses. Classes of one name and different loaders have a row each.
Histogram MakeHistogram(const HeapGraph& graph);

}  // namespace taproot
