#include "taproot/leak_groups.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analysis/leak_signature.h"
#include "analysis/rules_on_path.h"

namespace taproot {
namespace {

uint64_t RetainedBytes(const Finding& finding) {
  return finding.retained ? finding.retained->bytes : 0;
}

// A library's fault may lie above the suspect references: then leaks of one signature are not all
// the library's.
std::vector<LeakGroup> BySignature(const std::vector<Finding>& findings) {
  std::map<std::pair<bool, uint32_t>, size_t> group_of;
  std::vector<LeakGroup> groups;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (!findings[i].is_leak() || !findings[i].signature) continue;
    const uint32_t signature = *findings[i].signature;
    const bool of_library = findings[i].library_leak != nullptr;
    const auto [at, is_new] = group_of.emplace(std::pair(of_library, signature), groups.size());
    if (is_new) groups.push_back({.signature = signature, .findings = {}, .retained = {}});
    groups[at->second].findings.push_back(i);
  }
  for (LeakGroup& group : groups) {
    std::ranges::stable_sort(group.findings, std::ranges::greater(),
                             [&](size_t i) { return RetainedBytes(findings[i]); });
  }
  return groups;
}

void MeasureGroups(const HeapGraph& graph, const std::vector<Finding>& findings,
                   const GroupOptions& options, Progress* progress,
                   std::vector<LeakGroup>& groups) {
  uint64_t visits = options.visits;
  for (LeakGroup& group : groups) {
    if (group.findings.size() == 1) {
      group.retained = findings[group.findings[0]].retained;
      continue;
    }
    if (visits < graph.node_count()) continue;
    visits -= graph.node_count();
    std::vector<NodeId> nodes;
    nodes.reserve(group.findings.size());
    for (const size_t i : group.findings) nodes.push_back(findings[i].watched.node);
    group.retained = MeasureRetained(graph, nodes, Strength::kStrong, progress);
    if (progress != nullptr && progress->cancelled()) return;
  }
}

}  // namespace

void ExplainFindings(const HeapGraph& graph, const ReferenceRules& rules,
                     std::vector<Finding>& findings) {
  const PathJudge judge(graph);
  const RuleIndex index(graph, rules);
  for (Finding& finding : findings) {
    if (!finding.path) continue;
    finding.status = judge.Judge(*finding.path);
    finding.signature = SignatureOf(SuspectWords(graph, *finding.path, *finding.status));
    if (finding.path->last_resort != nullptr) {
      finding.library_leak = LibraryLeakOn(index, *finding.path);
    }
  }
}

std::vector<LeakGroup> GroupLeaks(const HeapGraph& graph, const std::vector<Finding>& findings,
                                  const GroupOptions& options, Progress* progress) {
  std::vector<LeakGroup> groups = BySignature(findings);
  auto size = [](const LeakGroup& group) { return group.findings.size(); };
  std::ranges::stable_sort(groups, std::ranges::greater(), size);
  if (options.retained) MeasureGroups(graph, findings, options, progress, groups);
  auto bytes = [](const LeakGroup& group) { return group.retained ? group.retained->bytes : 0; };
  std::ranges::stable_sort(groups, std::ranges::greater(), bytes);
  return groups;
}

}  // namespace taproot
