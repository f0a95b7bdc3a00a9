#include <chrono>

#include "query/verbs.h"
#include "taproot/snapshot.h"

namespace taproot {

absl::StatusOr<Report> AnswerSnapshot(QueryContext& query) {
  if (query.command().output.empty()) {
    return absl::InvalidArgumentError("snapshot needs a file to write: output=FILE");
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
