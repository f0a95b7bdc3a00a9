#include "report/text_report.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/text_sections.h"
#include "report/words.h"

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

void AppendStatus(const AgentStatus& status, std::string& out) {
  absl::StrAppend(&out, "\nlibrary: ", status.library, "\nwatching ",
                  Counted(status.watched, "object"), ", ", Grouped(status.collected),
                  " more were collected\n");
  if (!status.watch_patterns.empty()) {
    absl::StrAppend(&out, "watched classes: ", absl::StrJoin(status.watch_patterns, ", "), "\n");
  }
  absl::StrAppend(&out, "called a leak after ", Age(status.retained_delay_ms), "\n",
                  "dumps on: SIGQUIT, data_dump",
                  status.signal.empty() ? "" : absl::StrCat(", SIG", status.signal),
                  status.dump_at_exit ? ", exit" : "", "\nJVMTI capabilities held: ",
                  absl::StrJoin(status.capabilities, ", "), "\n");
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
