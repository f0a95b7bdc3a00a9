// Looks at all there is in a graph the way reports do.
#pragma once

#include <cstdlib>
#include <vector>

#include "taproot/histogram.h"
#include "taproot/report.h"
#include "taproot/root_paths.h"

namespace taproot::test {

inline void WalkAndTell(const HeapGraph& graph) {
  Report report{.verb = "paths", .graph = &graph};
  report.histogram = MakeHistogram(graph);
  std::vector<NodeId> nodes;
  for (uint32_t i = 0; i < graph.node_count(); ++i) nodes.emplace_back(i);
  const std::vector<std::optional<RootPath>> paths = FindRootPaths(graph, nodes, {});
  report.paths.emplace();
  for (size_t i = 0; i < nodes.size(); ++i) report.paths->push_back({nodes[i], paths[i]});
  for (Format format : {Format::kText, Format::kJson}) {
    if (Render(report, format, RenderOptions{.top = 1000}).empty()) std::abort();
  }
}

}  // namespace taproot::test
