// A question of the command language to a graph, for tests that look at the answer alone.
#pragma once

#include <string>
#include <utility>

#include "query/command.h"
#include "query/query.h"
#include "query/query_context.h"
#include "support/catch.h"
#include "taproot/heap_graph.h"

namespace taproot::test {

inline std::string Ask(const std::string& text, HeapGraph& graph, QueryServices services = {}) {
  const absl::StatusOr<Command> command = ParseCommand(text);
  INFO(text << ": " << command.status());
  REQUIRE(command.ok());
  QueryContext query(*command, graph, std::move(services), nullptr);
  absl::StatusOr<Report> report = AnswerQuery(query);
  INFO(report.status());
  REQUIRE(report.ok());
  return RenderAnswer(*command, *std::move(report)).text;
}

}  // namespace taproot::test
