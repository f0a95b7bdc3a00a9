#include "taproot/verdict.h"

#include <algorithm>

#include "analysis/object_scale.h"
#include "analysis/rules_on_path.h"

namespace taproot {
namespace {

Verdict VerdictOf(Strength strength) {
  switch (strength) {
    case Strength::kStrong:
      return Verdict::kStronglyReachable;
    case Strength::kSoft:
      return Verdict::kSoftlyReachable;
    case Strength::kFinal:
      return Verdict::kWaitingForFinalization;
    case Strength::kWeak:
    case Strength::kPhantom:
      break;
  }
  return Verdict::kWeaklyReachable;
}

Verdict Judge(const Finding& finding, const VerdictOptions& options) {
  if (finding.watched.age_ms < options.retained_delay_ms) return Verdict::kTooYoung;
  if (!finding.path) return Verdict::kHeldByVm;
  const Verdict verdict = VerdictOf(finding.path->strength);
  return verdict == Verdict::kStronglyReachable && options.debugger_attached
             ? Verdict::kUnderDebugger
             : verdict;
}

// An ignored reference holds all the same: to call its object collectable would be wrong. So what
// seems loosely held or not at all is looked at once more.
void FindIgnored(const HeapGraph& graph, const ReferenceRules& rules,
                 std::span<const NodeId> targets, Progress* progress,
                 std::vector<Finding>& findings) {
  const bool any_ignored = std::ranges::any_of(
      rules.rules(), [](const ReferenceRule& rule) { return rule.effect == RuleEffect::kIgnore; });
  if (!any_ignored) return;
  std::vector<NodeId> doubtful(targets.begin(), targets.end());
  for (size_t i = 0; i < findings.size(); ++i) {
    const std::optional<RootPath>& path = findings[i].path;
    if (path && path->strength == Strength::kStrong) doubtful[i] = NodeId();
  }
  const RuleIndex index(graph, rules);
  std::vector<std::optional<RootPath>> paths = FindRootPaths(graph, doubtful, {}, progress);
  for (size_t i = 0; i < findings.size(); ++i) {
    Finding& finding = findings[i];
    if (!paths[i] || (finding.path && finding.path->strength <= paths[i]->strength)) continue;
    finding.path = std::move(paths[i]);
    finding.ignored = IgnoredOn(index, *finding.path);
  }
}

}  // namespace

std::string_view ToString(Verdict verdict) {
  switch (verdict) {
    case Verdict::kStronglyReachable:
      return "strongly reachable";
    case Verdict::kSoftlyReachable:
      return "softly reachable";
    case Verdict::kWaitingForFinalization:
      return "waiting for finalization";
    case Verdict::kWeaklyReachable:
      return "weakly reachable";
    case Verdict::kHeldByVm:
      return "held by the VM";
    case Verdict::kCollected:
      return "collected";
    case Verdict::kTooYoung:
      return "too young";
    case Verdict::kUnderDebugger:
      return "under debugger";
  }
  return "unknown";
}

std::vector<Finding> JudgeWatched(const HeapGraph& graph, const VerdictOptions& options,
                                  Progress* progress) {
  const std::vector<WatchedObject>& watched = graph.watched();
  std::vector<NodeId> targets;
  targets.reserve(watched.size());
  for (const WatchedObject& object : watched) targets.push_back(object.node);
  std::vector<std::optional<RootPath>> paths =
      FindRootPaths(graph, targets, {.rules = options.rules}, progress);
  std::vector<Finding> findings(watched.size());
  for (size_t i = 0; i < watched.size(); ++i) {
    findings[i].watched = watched[i];
    findings[i].path = std::move(paths[i]);
  }
  if (options.rules != nullptr) FindIgnored(graph, *options.rules, targets, progress, findings);

  ObjectScale scale(graph, options.walk);
  uint64_t visits = uint64_t{options.visits_per_node} * graph.node_count();
  for (Finding& finding : findings) {
    if (progress != nullptr && progress->cancelled()) break;
    finding.verdict = Judge(finding, options);
    const NodeId node = finding.watched.node;
    if (!node.valid() || visits == 0) continue;
    finding.size = scale.WeighAtMost({&node, 1}, visits);
    visits -= std::min<uint64_t>(visits, scale.reached().size());
  }
  return findings;
}

}  // namespace taproot
