#include "taproot/histogram.h"

#include <algorithm>
#include <tuple>

#include "taproot/reachability.h"
#include "taproot/retained.h"

namespace taproot {

Histogram MakeHistogram(const HeapGraph& graph, const DominatorTree* dominators) {
  const NodeSet reached = ReachableFromRoots(graph, Strength::kPhantom);
  Histogram histogram;
  std::vector<HistogramRow>& rows = histogram.rows;
  rows.resize(graph.classes().size());
  for (size_t i = 0; i < rows.size(); ++i) rows[i].java_class = ClassId(i);

  for (uint32_t i = 0; i < graph.node_count(); ++i) {
    const NodeId node(i);
    if (!reached.contains(node)) continue;
    HistogramRow& row = rows[graph.class_of(node).value];
    ++row.instances;
    row.shallow_bytes += graph.shallow_size(node);
  }

  if (dominators != nullptr) {
    histogram.has_retained = true;
    const std::vector<RetainedGroup> groups = RetainedByClass(graph, *dominators);
    for (size_t i = 0; i < rows.size(); ++i) rows[i].retained_bytes = groups[i].retained_bytes;
  }

  std::erase_if(rows, [](const HistogramRow& row) { return row.instances == 0; });
  for (const HistogramRow& row : rows) {
    histogram.instances += row.instances;
    histogram.shallow_bytes += row.shallow_bytes;
  }
  std::ranges::sort(rows, [&](const HistogramRow& a, const HistogramRow& b) {
    const JavaClass& class_a = graph.java_class(a.java_class);
    const JavaClass& class_b = graph.java_class(b.java_class);
    return std::tie(b.shallow_bytes, b.instances, class_a.name, class_a.loader_name, a.java_class) <
           std::tie(a.shallow_bytes, a.instances, class_b.name, class_b.loader_name, b.java_class);
  });
  return histogram;
}

}  // namespace taproot
