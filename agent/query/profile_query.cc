#include <utility>

#include "query/subject.h"
#include "query/verbs.h"

namespace taproot {
namespace {

constexpr uint32_t kMaxInstances = 10000;

}  // namespace

absl::StatusOr<Report> AnswerProfile(QueryContext& query) {
  absl::StatusOr<Subject> subject = FindSubject(query, kMaxInstances);
  if (!subject.ok()) return subject.status();
  std::erase_if(subject->nodes, [](NodeId node) { return !node.valid(); });
  Report report;
  report.subject = std::move(subject->words);
  report.profile = MakeProfileTree(query.graph(), subject->nodes, query.command().walk);
  report.profile->stops += query.stops;
  return report;
}

}  // namespace taproot
