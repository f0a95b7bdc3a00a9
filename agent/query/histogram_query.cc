#include "query/verbs.h"

namespace taproot {

absl::StatusOr<Report> AnswerHistogram(QueryContext& query) {
  Report report;
  report.histogram = MakeHistogram(query.graph(), query.Dominators());
  return report;
}

}  // namespace taproot
