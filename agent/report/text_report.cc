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
  section(report.findings, AppendFindings);
  section(report.paths, AppendPaths);
  section(report.profile, AppendProfile);
  section(report.size, AppendSize);
  section(report.delta, AppendDelta);
  section(report.histogram, AppendHistogram);
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
