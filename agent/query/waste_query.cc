#include <utility>

#include "query/verbs.h"

namespace taproot {
namespace {

// Of the groups and of the searches; see path_groups.h and waste.h.
constexpr uint64_t kBytesPerNode = 24;

}  // namespace

absl::StatusOr<Report> AnswerWaste(QueryContext& query) {
  if (query.services().reserve) {
    const uint64_t bytes = kBytesPerNode * query.graph().node_count();
    if (absl::Status memory = query.services().reserve(bytes); !memory.ok()) return memory;
  }
  PathGroups groups = MakePathGroups(query.graph(), {}, query.progress());
  if (absl::Status s = query.CheckCancelled(); !s.ok()) return s;
  Waste waste =
      FindWaste(query.graph(), groups, {.worst = query.command().render.top}, query.progress());
  Report report;
  report.waste = WasteSection{std::move(waste), std::move(groups)};
  return report;
}

}  // namespace taproot
