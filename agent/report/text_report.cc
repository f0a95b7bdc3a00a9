#include "report/text_report.h"

#include "report/text_sections.h"

namespace taproot {
namespace {

void AppendGraphSections(const Report& report, const RenderOptions& options, std::string& out) {
  PathDescriber describer(*report.graph);
  const TextContext context{*report.graph, options, describer, out};
  auto section = [&](const auto& content, auto append) {
    if (!content) return;
    out += '\n';
    append(context, *content);
  };
  section(report.findings, [&](const TextContext& to, std::span<const Finding> findings) {
    AppendFindings(to, findings, report.leak_groups);
  });
  section(report.paths, AppendPaths);
  section(report.merged, AppendMerged);
  section(report.profile, AppendProfile);
  section(report.size, [&](const TextContext& to, const ObjectSize& size) {
    AppendSize(to, size, report.retained);
  });
  section(report.delta, AppendDelta);
  section(report.histogram, AppendHistogram);
  section(report.dominators, AppendDominators);
  section(report.suspects, AppendSuspects);
  section(report.growth, AppendGrowth);
  section(report.path_tree, AppendPathTree);
  section(report.waste, AppendWaste);
  section(report.threads, AppendThreads);
  section(report.snapshot, AppendSnapshotFile);
  section(report.diff, AppendDiff);
}

}  // namespace

std::string RenderText(const Report& report, const RenderOptions& options) {
  std::string out;
  AppendHeader(report, out);
  if (report.graph != nullptr) AppendGraphSections(report, options, out);
  if (report.status) AppendStatus(*report.status, out);
  return out;
}

}  // namespace taproot
