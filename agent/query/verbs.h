// The verbs that answer from a graph, each in a file of its own. The reports refer to the graph.
#pragma once

#include "absl/status/statusor.h"
#include "query/query_context.h"
#include "taproot/growth.h"
#include "taproot/report.h"

namespace taproot {

absl::StatusOr<Report> AnswerHistogram(QueryContext& query);
absl::StatusOr<Report> AnswerProfile(QueryContext& query);
absl::StatusOr<Report> AnswerSize(QueryContext& query);
absl::StatusOr<Report> AnswerPaths(QueryContext& query);
absl::StatusOr<Report> AnswerLeaks(QueryContext& query);
absl::StatusOr<Report> AnswerDominators(QueryContext& query);
absl::StatusOr<Report> AnswerSuspects(QueryContext& query);
// All of a heap that a page tells, from one capture.
absl::StatusOr<Report> AnswerReport(QueryContext& query);
absl::StatusOr<Report> AnswerDump(QueryContext& query);
absl::StatusOr<Report> AnswerThreads(QueryContext& query);
absl::StatusOr<Report> AnswerWaste(QueryContext& query);
absl::StatusOr<Report> AnswerSnapshot(QueryContext& query);
// From the snapshot `before` to the graph.
absl::StatusOr<Report> AnswerDiff(QueryContext& query);

// What the rounds found; the graph is that of the latest one.
absl::StatusOr<Report> AnswerGrowth(QueryContext& query, const GrowthDetector& detector);

}  // namespace taproot
