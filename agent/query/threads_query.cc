#include <algorithm>
#include <vector>

#include "query/verbs.h"
#include "taproot/thread_report.h"

namespace taproot {
namespace {

// The methods of frames that hold something, of the threads that are shown.
std::vector<MethodId> MethodsOf(const ThreadReport& report, uint32_t shown) {
  std::vector<MethodId> methods;
  for (size_t i = 0; i < std::min<size_t>(report.entries.size(), shown); ++i) {
    for (const ThreadReportFrame& frame : report.entries[i].frames) {
      if (!frame.locals.empty() && frame.method.valid()) methods.push_back(frame.method);
    }
  }
  std::ranges::sort(methods);
  const auto repeats = std::ranges::unique(methods);
  methods.erase(repeats.begin(), repeats.end());
  return methods;
}

}  // namespace

absl::StatusOr<Report> AnswerThreads(QueryContext& query) {
  const DominatorTree* dominators = query.Dominators();
  if (absl::Status s = query.CheckCancelled(); !s.ok()) return s;
  Report report;
  report.threads = MakeThreadReport(query.graph(), dominators, query.progress());
  if (query.services().name_locals) {
    query.services().name_locals(MethodsOf(*report.threads, query.command().render.top),
                                 query.graph());
  }
  return report;
}

}  // namespace taproot
