// Answers a command from a graph: analysis -> report.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "query/query_context.h"
#include "taproot/report.h"

namespace taproot {

// Unimplemented for verbs that are not about a graph; Cancelled; else what the verb reports.
absl::StatusOr<Report> AnswerQuery(QueryContext& query);

// In the command's format, else in text; a dump is JSON.
std::string RenderAnswer(const Command& command, Report report);

}  // namespace taproot
