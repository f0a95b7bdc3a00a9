#include "query/verbs.h"

namespace taproot {

absl::StatusOr<Report> AnswerSuspects(QueryContext& query) {
  const DominatorTree* const tree = query.Dominators();
  if (tree == nullptr) {
    if (absl::Status s = query.CheckCancelled(); !s.ok()) return s;
    return absl::ResourceExhaustedError(
        query.notes.empty() ? "there is no memory for the dominator tree" : query.notes.back());
  }
  // min= of the other verbs that show suspects is about something else.
  const double min_percent = query.command().verb == Verb::kSuspects
                                 ? query.command().render.min_percent
                                 : SuspectOptions().min_percent;
  Report report;
  report.suspects = FindSuspects(query.graph(), *tree,
                                 {.min_percent = min_percent, .rules = &RulesOf(query.command())},
                                 query.progress());
  std::vector<const RootPath*> paths;
  for (const Suspect& suspect : report.suspects->suspects) {
    if (suspect.path) paths.push_back(&*suspect.path);
  }
  if (report.suspects->heaviest && report.suspects->heaviest->path) {
    paths.push_back(&*report.suspects->heaviest->path);
  }
  query.DescribePaths(paths);
  return report;
}

}  // namespace taproot
