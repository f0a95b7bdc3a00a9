#include "taproot/verdict.h"

#include <algorithm>

#include "analysis/object_scale.h"

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

std::vector<Finding> JudgeWatched(const HeapGraph& graph, const VerdictOptions& options) {
  const std::vector<WatchedObject>& watched = graph.watched();
  std::vector<NodeId> targets;
  targets.reserve(watched.size());
  for (const WatchedObject& object : watched) targets.push_back(object.node);
  std::vector<std::optional<RootPath>> paths = FindRootPaths(graph, targets, {});

  ObjectScale scale(graph, options.walk);
  uint64_t visits = uint64_t{options.visits_per_node} * graph.node_count();
  std::vector<Finding> findings(watched.size());
  for (size_t i = 0; i < watched.size(); ++i) {
    Finding& finding = findings[i];
    finding.watched = watched[i];
    finding.path = std::move(paths[i]);
    finding.verdict = Judge(finding, options);
    if (!targets[i].valid() || visits == 0) continue;
    finding.size = scale.WeighAtMost({&targets[i], 1}, visits);
    visits -= std::min<uint64_t>(visits, scale.reached().size());
  }
  return findings;
}

}  // namespace taproot
