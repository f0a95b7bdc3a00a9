#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analysis/rule_index.h"
#include "analysis/rules_on_path.h"
#include "query/subject.h"
#include "query/verbs.h"
#include "report/words.h"

namespace taproot {
namespace {

// Without a word on strength the best path is given, however loosely it holds.
std::vector<PathToObject> FindPaths(QueryContext& query, std::span<const NodeId> nodes) {
  const Strength loosest = query.command().strength.value_or(Strength::kPhantom);
  const ReferenceRules& rules = RulesOf(query.command());
  auto paths =
      FindRootPaths(query.graph(), nodes, {.loosest = loosest, .rules = &rules}, query.progress());
  std::vector<PathToObject> found;
  std::vector<NodeId> missing;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!paths[i] && nodes[i].valid()) missing.push_back(nodes[i]);
    found.push_back({.node = nodes[i], .path = std::move(paths[i])});
  }
  if (missing.empty()) return found;
  const RuleIndex index(query.graph(), rules);
  auto without_rules =
      FindRootPaths(query.graph(), missing, {.loosest = loosest}, query.progress());
  size_t next = 0;
  for (PathToObject& each : found) {
    if (each.path || !each.node.valid()) continue;
    each.path = std::move(without_rules[next++]);
    if (each.path) each.ignored = IgnoredOn(index, *each.path);
  }
  return found;
}

void AddWays(QueryContext& query, std::vector<PathToObject>& paths) {
  const auto wanted = [](const PathToObject& to) { return to.path && to.ignored == nullptr; };
  if (std::ranges::none_of(paths, wanted)) return;
  const Command& command = query.command();
  const WayOptions options = {.shortest = command.shortest,
                              .disjoint = command.disjoint,
                              .cut_limit = command.cut,
                              .loosest = command.strength.value_or(Strength::kStrong),
                              .rules = &RulesOf(command)};
  const absl::Status memory = query.services().reserve
                                  ? query.services().reserve(WayFinderBytes(query.graph(), options))
                                  : absl::OkStatus();
  if (!memory.ok()) {
    query.notes.push_back(
        absl::StrCat("other paths and the smallest cut are left out: ", memory.message()));
    return;
  }
  WayFinder finder(query.graph(), options, query.progress());
  for (PathToObject& to : paths) {
    if (wanted(to) && query.CheckCancelled().ok()) to.ways = finder.Find(*to.path);
  }
}

// As many as are shown, of those that retain enough; without a tree the first ones, which is noted.
void KeepHeaviest(QueryContext& query, Subject& subject) {
  const RenderOptions& render = query.command().render;
  std::vector<NodeId>& nodes = subject.nodes;
  if (const DominatorTree* tree = query.Dominators(); tree != nullptr) {
    std::erase_if(nodes, [&](NodeId node) {
      return !node.valid() || tree->retained_bytes(node) < render.min_retained;
    });
    std::ranges::stable_sort(nodes, std::ranges::greater(),
                             [&](NodeId node) { return tree->retained_bytes(node); });
    absl::StrAppend(&subject.words, "; of ", Bytes(render.min_retained),
                    " and more: ", Grouped(nodes.size()));
  }
  if (nodes.size() > render.top) nodes.resize(render.top);
}

std::vector<const RootPath*> ShownPaths(const std::vector<PathToObject>& paths) {
  std::vector<const RootPath*> shown;
  for (const PathToObject& to : paths) {
    if (to.path) shown.push_back(&*to.path);
    if (!to.ways) continue;
    for (const RootPath& path : to.ways->next_shortest) shown.push_back(&path);
    for (const RootPath& path : to.ways->others) shown.push_back(&path);
  }
  return shown;
}

MergedSection Merge(QueryContext& query, std::span<const NodeId> nodes) {
  MergedSection section;
  section.groups = MakePathGroups(query.graph(), {}, query.progress());
  const DominatorTree* dominators = query.Dominators();
  section.retained = dominators != nullptr;
  section.merged = MergePaths(query.graph(), section.groups, nodes, dominators);
  return section;
}

}  // namespace

absl::StatusOr<Report> AnswerPaths(QueryContext& query) {
  const Command& command = query.command();
  constexpr uint32_t kAll = std::numeric_limits<uint32_t>::max();
  const bool weighed = command.render.min_retained > 0;
  absl::StatusOr<Subject> subject =
      FindSubject(query, command.merged || weighed ? kAll : command.render.top);
  if (!subject.ok()) return subject.status();
  if (weighed && !command.merged) KeepHeaviest(query, *subject);
  if (absl::Status s = query.CheckCancelled(); !s.ok()) return s;
  Report report;
  report.subject = std::move(subject->words);
  if (command.merged) {
    report.merged = Merge(query, subject->nodes);
    return report;
  }
  report.paths = FindPaths(query, subject->nodes);
  AddWays(query, *report.paths);
  query.DescribePaths(ShownPaths(*report.paths));
  return report;
}

}  // namespace taproot
