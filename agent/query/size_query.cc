#include <utility>

#include "query/subject.h"
#include "query/verbs.h"

namespace taproot {
namespace {

constexpr uint32_t kMaxInstances = 10000;

}  // namespace

absl::StatusOr<Report> AnswerSize(QueryContext& query) {
  absl::StatusOr<Subject> subject = FindSubject(query, kMaxInstances);
  if (!subject.ok()) return subject.status();
  std::vector<NodeId>& nodes = subject->nodes;
  const WalkOptions& walk = query.command().walk;
  Report report;
  report.subject = std::move(subject->words);
  if (query.command().delta) {
    if (nodes.size() != 2 || !nodes[0].valid() || !nodes[1].valid()) {
      return absl::InvalidArgumentError("delta=true needs two objects, base and object");
    }
    report.delta = MeasureDelta(query.graph(), nodes[0], nodes[1], walk);
    report.notes.emplace_back("stops are those of both walks together");
    report.delta->object.stops += query.stops;
    return report;
  }
  std::erase_if(nodes, [](NodeId node) { return !node.valid(); });
  report.size = MeasureObjects(query.graph(), nodes, walk);
  report.size->stops += query.stops;
  if (WantsRetained(query.command(), query.inputs.has_value())) {
    report.retained = MeasureRetained(query.graph(), nodes, Strength::kStrong, query.progress());
  }
  return report;
}

}  // namespace taproot
