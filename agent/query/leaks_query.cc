#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "query/verbs.h"
#include "report/words.h"
#include "taproot/leak_groups.h"

namespace taproot {
namespace {

// Signatures that are told all ways to: each takes a few searches back to the roots, so in a large
// heap they are fewer.
constexpr size_t kMostWays = 10;
constexpr size_t kMostWayVisits = 50'000'000;

void NoteUnweighed(const std::vector<Finding>& findings, Report& report) {
  const auto unweighed = std::ranges::count_if(findings, [](const Finding& finding) {
    return finding.watched.node.valid() && finding.size.objects == 0;
  });
  if (unweighed == 0) return;
  report.notes.push_back(absl::StrCat(Grouped(static_cast<uint64_t>(unweighed)),
                                      " watched objects were not weighed: together they reach too "
                                      "much; ask for one with size,watched=NAME"));
}

void AddRetained(const DominatorTree& tree, std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    const NodeId node = finding.watched.node;
    if (!node.valid() || !tree.reached(node)) continue;
    finding.retained = {.objects = tree.retained_objects(node), .bytes = tree.retained_bytes(node)};
    if (finding.path) {
      finding.top_retained_bytes = tree.retained_bytes(finding.path->steps.front().node);
    }
  }
}

void AddGroups(QueryContext& query, Report& report) {
  std::vector<Finding>& findings = *report.findings;
  const DominatorTree* tree = query.Dominators();
  if (tree != nullptr) AddRetained(*tree, findings);
  report.leak_groups =
      GroupLeaks(query.graph(), findings, {.retained = tree != nullptr}, query.progress());
  const auto unmeasured = std::ranges::count_if(
      report.leak_groups, [](const LeakGroup& group) { return !group.retained; });
  if (tree == nullptr || unmeasured == 0) return;
  report.notes.push_back(absl::StrCat(
      "what all leaks of a signature retain together was left out "
      "for ",
      Grouped(static_cast<uint64_t>(unmeasured)), " signatures: it would have taken too long"));
}

// All ways to the first of each group, the largest groups first.
void AddWays(QueryContext& query, Report& report) {
  if (report.leak_groups.empty() || !WantsRetained(query.command(), false)) return;
  const absl::Status memory = query.services().reserve
                                  ? query.services().reserve(WayFinderBytes(query.graph()))
                                  : absl::OkStatus();
  if (!memory.ok()) {
    report.notes.push_back(
        absl::StrCat("other ways and the smallest cut are left out: ", memory.message()));
    return;
  }
  WayFinder finder(query.graph(), {.rules = &RulesOf(query.command())}, query.progress());
  const size_t affordable = std::max<size_t>(1, kMostWayVisits / query.graph().node_count());
  const size_t count = std::min({report.leak_groups.size(), kMostWays, affordable});
  std::vector<const RootPath*> paths;
  for (size_t i = 0; i < count && query.CheckCancelled().ok(); ++i) {
    Finding& finding = (*report.findings)[report.leak_groups[i].findings.front()];
    finding.ways = finder.Find(*finding.path);
    for (const RootPath& path : finding.ways->others) paths.push_back(&path);
  }
  query.DescribePaths(paths);
}

// Who asks without anything being watched wants to know all the same.
absl::Status AddWhatLooksLikeLeaks(QueryContext& query, Report& report) {
  if (query.Dominators() == nullptr) return query.CheckCancelled();  // noted, or not wanted
  absl::StatusOr<Report> suspects = AnswerSuspects(query);
  if (!suspects.ok()) return suspects.status();
  report.suspects = std::move(suspects->suspects);
  report.notes.emplace_back(
      "nothing is watched, so there are no verdicts: this is what looks like a leak without that; "
      "watch=CLASS names objects that should be gone by now");
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Report> AnswerLeaks(QueryContext& query) {
  Report report;
  const ReferenceRules& rules = RulesOf(query.command());
  query.verdicts.rules = &rules;
  report.findings = JudgeWatched(query.graph(), query.verdicts, query.progress());
  if (absl::Status s = query.CheckCancelled(); !s.ok()) return s;
  if (query.services().complete_findings) {
    query.services().complete_findings(*report.findings, report.notes);
  }
  NoteUnweighed(*report.findings, report);
  std::vector<const RootPath*> paths;
  for (const Finding& finding : *report.findings) {
    if (finding.path) paths.push_back(&*finding.path);
  }
  query.DescribePaths(paths);
  ExplainFindings(query.graph(), rules, *report.findings);
  if (!report.findings->empty()) {
    AddGroups(query, report);
    AddWays(query, report);
  } else if (query.command().verb == Verb::kLeaks && !query.has_patterns &&
             query.command().watch.empty()) {
    if (absl::Status s = AddWhatLooksLikeLeaks(query, report); !s.ok()) return s;
  }
  if (query.verdicts.debugger_attached) {
    report.notes.emplace_back(
        "a debugger is connected and may hold what it has shown: nothing is called a leak");
  }
  return report;
}

absl::StatusOr<Report> AnswerDump(QueryContext& query) {
  absl::StatusOr<Report> report = AnswerLeaks(query);
  if (report.ok()) report->histogram = MakeHistogram(query.graph());
  return report;
}

}  // namespace taproot
