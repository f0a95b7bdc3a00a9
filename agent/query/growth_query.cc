#include "query/light_rows.h"
#include "query/verbs.h"

namespace taproot {

absl::StatusOr<Report> AnswerGrowth(QueryContext& query, const GrowthDetector& detector) {
  // Without a dominator tree the report says what lies below the growing objects instead.
  const DominatorTree* const tree =
      detector.rounds() < 2 || detector.finished() ? nullptr : query.Dominators();
  if (absl::Status s = query.CheckCancelled(); !s.ok()) return s;
  Report report;
  report.growth = detector.Report(query.graph(), tree, query.progress());
  LeaveOutLight(query.command().render, report);
  if (absl::Status s = query.CheckCancelled(); !s.ok()) return s;
  return report;
}

}  // namespace taproot
