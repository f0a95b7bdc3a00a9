#include "query/light_rows.h"
#include "query/verbs.h"

namespace taproot {

absl::StatusOr<Report> AnswerDominators(QueryContext& query) {
  const DominatorTree* const tree = query.Dominators();
  if (tree == nullptr) {
    if (absl::Status s = query.CheckCancelled(); !s.ok()) return s;
    return absl::ResourceExhaustedError(
        query.notes.empty() ? "there is no memory for the dominator tree" : query.notes.back());
  }
  const RenderOptions& render = query.command().render;
  Report report;
  report.dominators = MakeDominatorReport(
      query.graph(), *tree,
      {.by = query.command().dominators_by,
       .top = render.top,
       .depth = render.depth,
       .min_percent = MinPercentOf(render, tree->retained_bytes(tree->whole()))});
  return report;
}

}  // namespace taproot
