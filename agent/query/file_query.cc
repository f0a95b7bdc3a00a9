#include "query/file_query.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "query/query.h"
#include "query/unreached.h"

namespace taproot {

const std::string& FileOf(const Command& command) {
  return command.verb == Verb::kDiff ? command.after : command.file;
}

absl::StatusOr<HeapGraph> ReadReserved(const std::string& path, const QueryServices& services,
                                       SnapshotAccess access, Progress* progress) {
  if (services.reserve && access == SnapshotAccess::kCopy) {
    std::error_code error;  // told of by who opens the file
    const uintmax_t bytes = std::filesystem::file_size(path, error);
    if (absl::Status s = services.reserve(error ? 0 : bytes); !s.ok()) return s;
  }
  return ReadSnapshot(path, progress, access);
}

absl::StatusOr<Answer> AnswerFromFile(const Command& command, QueryServices services,
                                      SnapshotAccess access, Progress* progress) {
  const std::string& path = FileOf(command);
  if (!command.watch.empty()) {
    return absl::InvalidArgumentError("watch= is for a running JVM: a file has what was watched");
  }
  absl::StatusOr<HeapGraph> graph = ReadReserved(path, services, access, progress);
  if (!graph.ok()) return graph.status();
  if (command.verify == Verification::kGraph) {
    services.complete_findings = [&graph](std::vector<Finding>& findings,
                                          std::vector<std::string>& notes) {
      const uint64_t count = LeaveOutUnreached(findings);
      if (count > 0) notes.push_back(UnreachedNote(count, graph->capture()));
    };
  }
  QueryContext query(command, *graph, std::move(services), progress);
  query.verdicts.retained_delay_ms = command.retained_delay_ms.value_or(kDefaultRetainedDelayMs);
  query.verdicts.walk = command.walk;
  query.file_access = access;
  if (command.verb != Verb::kDiff) query.notes.push_back(absl::StrCat("from ", path));
  absl::StatusOr<Report> report = AnswerQuery(query);
  if (!report.ok()) return report.status();
  return RenderAnswer(command, *std::move(report));
}

}  // namespace taproot
