#include <chrono>
#include <vector>

#include "query/verbs.h"
#include "taproot/snapshot.h"

namespace taproot {
namespace {

// Who reads the file cannot ask the JVM for the names of their locals any more.
std::vector<MethodId> MethodsOfFrames(const HeapGraph& graph) {
  std::vector<MethodId> methods;
  for (size_t i = 0; i < graph.methods().size(); ++i) methods.emplace_back(i);
  return methods;
}

}  // namespace

absl::StatusOr<Report> AnswerSnapshot(QueryContext& query) {
  if (query.services().name_locals) {
    query.services().name_locals(MethodsOfFrames(query.graph()), query.graph());
  }
  const auto start = std::chrono::steady_clock::now();
  const absl::StatusOr<uint64_t> bytes =
      WriteSnapshot(query.graph(), query.command().output, query.progress());
  if (!bytes.ok()) return bytes.status();
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  Report report;
  report.snapshot = {.path = query.command().output, .bytes = *bytes, .write_ms = time.count()};
  return report;
}

}  // namespace taproot
