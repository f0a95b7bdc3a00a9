// Answers a command from a graph: analysis -> report.
#pragma once

#include "absl/status/statusor.h"
#include "query/answer.h"
#include "query/query_context.h"
#include "taproot/report.h"

namespace taproot {

// Unimplemented for verbs that are not about a graph; Cancelled; else what the verb reports.
absl::StatusOr<Report> AnswerQuery(QueryContext& query);

// In the format that FormatOf() says.
Answer RenderAnswer(const Command& command, Report report);

}  // namespace taproot
