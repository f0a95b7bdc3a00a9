// Everything about one heap from one capture. What cannot be had for want of memory is left out,
// with a note: the rest is still worth reading.
#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "query/light_rows.h"
#include "query/verbs.h"
#include "taproot/path_tree.h"

namespace taproot {
namespace {

// However large the heap is, the page must stay small: rows of the tree of paths, and of dominators
// in all and below one parent.
constexpr uint32_t kMostPathRows = 3000;
constexpr size_t kMostDominatorRows = 4000;
constexpr uint32_t kMostBelowOne = 50;
constexpr double kLeastPercent = 0.05;

// Takes over a section that a verb of its own has made. Only being cancelled ends the report.
template <typename Take>
absl::Status Include(QueryContext& query, absl::StatusOr<Report> part, std::string_view what,
                     Report& report, Take&& take) {
  if (absl::Status s = query.CheckCancelled(); !s.ok()) return s;
  if (!part.ok()) {
    if (!absl::IsResourceExhausted(part.status())) return part.status();
    report.notes.push_back(absl::StrCat(what, " left out: ", part.status().message()));
    return absl::OkStatus();
  }
  report.notes.insert(report.notes.end(), part->notes.begin(), part->notes.end());
  take(*std::move(part));
  return absl::OkStatus();
}

// As deep and as wide as the rows allow.
DominatorReport BoundedDominators(QueryContext& query, const DominatorTree& tree) {
  const RenderOptions& render = query.command().render;
  DominatorReportOptions options = {
      .by = DominatorGrouping::kObject,
      .top = std::min(render.top, kMostBelowOne),
      .depth = render.depth,
      .min_percent =
          std::max(MinPercentOf(render, tree.retained_bytes(tree.whole())), kLeastPercent)};
  DominatorReport report = MakeDominatorReport(query.graph(), tree, options);
  while (report.rows.size() > kMostDominatorRows && query.CheckCancelled().ok()) {
    options.min_percent *= 2;
    options.top = std::max<uint32_t>(options.top / 2, 5);
    report = MakeDominatorReport(query.graph(), tree, options);
  }
  return report;
}

absl::Status AddHeap(QueryContext& query, Report& report) {
  const DominatorTree* const tree = query.Dominators();
  report.histogram = MakeHistogram(query.graph(), tree);
  if (absl::Status s = query.CheckCancelled(); !s.ok()) return s;
  if (tree == nullptr) return absl::OkStatus();  // noted by who makes the tree
  report.dominators = BoundedDominators(query, *tree);
  return Include(query, AnswerSuspects(query), "suspects are", report,
                 [&](Report part) { report.suspects = std::move(part.suspects); });
}

}  // namespace

absl::StatusOr<Report> AnswerReport(QueryContext& query) {
  Report report;
  absl::Status added =
      Include(query, AnswerLeaks(query), "watched objects are", report, [&](Report part) {
        if (part.findings->empty()) return;
        report.findings = std::move(part.findings);
        report.leak_groups = std::move(part.leak_groups);
      });
  if (!added.ok()) return added;
  if (added = AddHeap(query, report); !added.ok()) return added;
  added = Include(query, AnswerWaste(query), "waste and paths are", report, [&](Report part) {
    report.path_tree = MakePathTree(part.waste->groups, kMostPathRows);
    report.waste = std::move(part.waste);
  });
  if (!added.ok()) return added;
  added = Include(query, AnswerThreads(query), "threads are", report,
                  [&](Report part) { report.threads = std::move(part.threads); });
  if (!added.ok()) return added;
  return report;
}

}  // namespace taproot
