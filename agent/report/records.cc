#include "report/records.h"

#include <string>

#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

// "SessionRegistry.active -> ConcurrentHashMap.table -> [17] -> Node.next x 2 -> Node.val".
std::string StepsText(const PathDescription& path) {
  std::string text;
  for (const StepDescription& step : path.steps) {
    if (step.left_out_before > 0) absl::StrAppend(&text, text.empty() ? "" : " -> ", "…");
    for (const ReferenceDescription& reference : step.references) {
      absl::StrAppend(&text, text.empty() ? "" : " -> ", reference.text);
    }
    if (step.repeat > 1) absl::StrAppend(&text, " x ", step.repeat);
  }
  return text;
}

}  // namespace

PathCells CellsOfPath(PathDescriber& describer, const RootPath* path) {
  if (path == nullptr) return {};
  const PathDescription description = describer.Describe(*path);
  return {.root = description.root.text, .path = StepsText(description)};
}

void TellRecords(const Report& report, const RenderOptions& options, RecordSink& sink) {
  PathDescriber describer(*report.graph);
  const RecordContext context{report, options, describer, sink};
  TellFindings(context);
  TellPaths(context);
  TellClasses(context);
  TellTrees(context);
  TellSuspects(context);
  TellGrowth(context);
  TellWaste(context);
  TellThreads(context);
  TellDiff(context);
}

}  // namespace taproot
