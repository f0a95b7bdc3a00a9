#include "absl/strings/str_cat.h"
#include "query/file_query.h"
#include "query/verbs.h"

namespace taproot {
namespace {

absl::StatusOr<HeapDigest> DigestOfFile(QueryContext& query, const std::string& path) {
  absl::StatusOr<HeapGraph> graph =
      ReadReserved(path, query.services(), query.file_access, query.progress());
  if (!graph.ok()) return graph.status();
  QueryContext of_file(query.command(), *graph, query.services(), query.progress());
  HeapDigest digest = MakeHeapDigest(*graph, of_file.Dominators(), query.progress());
  for (const std::string& note : of_file.notes) {
    query.notes.push_back(absl::StrCat(path, ": ", note));
  }
  return digest;
}

}  // namespace

absl::StatusOr<Report> AnswerDiff(QueryContext& query) {
  const Command& command = query.command();
  // Before the rest, for the file may be no good.
  absl::StatusOr<HeapDigest> before = DigestOfFile(query, command.before);
  if (!before.ok()) return before.status();
  const HeapDigest after = MakeHeapDigest(query.graph(), query.Dominators(), query.progress());
  Report report;
  report.diff = CompareHeaps(*before, after);
  report.subject = absl::StrCat("from ", command.before, " to ",
                                command.after.empty() ? "the live heap" : command.after);
  return report;
}

}  // namespace taproot
