#include "taproot/root_paths.h"

#include "analysis/rule_index.h"
#include "analysis/search_tree.h"

namespace taproot {
namespace {

std::optional<RuleIndex> IndexOf(const HeapGraph& graph, const ReferenceRules* rules) {
  if (rules == nullptr) return std::nullopt;
  return RuleIndex(graph, *rules);
}

}  // namespace

std::vector<std::optional<RootPath>> FindRootPaths(const HeapGraph& graph,
                                                   std::span<const NodeId> targets,
                                                   const RootPathOptions& options,
                                                   Progress* progress) {
  std::vector<std::optional<RootPath>> paths(targets.size());
  const std::optional<RuleIndex> rules = IndexOf(graph, options.rules);
  SearchTree search(graph, rules ? &*rules : nullptr);
  search.StopAfter(targets);
  std::optional<Strength> strength = Strength::kStrong;
  while (strength && *strength <= options.loosest && !search.done()) {
    search.Pass(*strength, progress);
    if (progress != nullptr && progress->cancelled()) break;
    for (size_t i = 0; i < targets.size(); ++i) {
      if (!paths[i] && targets[i].valid() && search.reached(targets[i])) {
        paths[i] = search.PathTo(targets[i]);
      }
    }
    strength = search.done() ? std::nullopt : search.NextStrength();
  }
  return paths;
}

}  // namespace taproot
