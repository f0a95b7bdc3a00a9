#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "report/suspect_words.h"
#include "report/text_sections.h"
#include "report/words.h"

namespace taproot {
namespace {

constexpr std::string_view kIndent = "      ";

void AppendContains(const HeapGraph& graph, const Suspect& suspect, std::string& out) {
  if (suspect.contains.empty()) return;
  std::string_view separator = " ";
  absl::StrAppend(&out, kIndent, "contains");
  for (const ClassAmount& amount : suspect.contains) {
    absl::StrAppend(&out, separator, Grouped(amount.objects), " ",
                    graph.java_class(amount.klass).name, " of ", Bytes(amount.bytes));
    separator = ", ";
  }
  absl::StrAppend(&out, "\n");
}

void AppendSuspect(const TextContext& context, const Suspect& suspect, uint64_t live_bytes,
                   std::string_view heading) {
  const HeapGraph& graph = context.graph;
  absl::StrAppend(&context.out, "\n", heading, "  ", SuspectText(graph, suspect), "   ",
                  suspect.members == 1 ? "keeps " : "keep ", Bytes(suspect.retained_bytes), " (",
                  Percent(suspect.retained_bytes, live_bytes), ") in ",
                  Counted(suspect.retained_objects, "object"), "\n");
  if (const std::string how = AccumulationSentence(graph, suspect); !how.empty()) {
    absl::StrAppend(&context.out, kIndent, how, "\n");
  }
  AppendContains(graph, suspect, context.out);
  if (!suspect.path) return;
  for (const std::string& line : TraceLines(graph, context.describer.Describe(*suspect.path))) {
    absl::StrAppend(&context.out, line, "\n");
  }
}

}  // namespace

void AppendSuspects(const TextContext& context, const SuspectReport& report) {
  const size_t count = report.suspects.size();
  absl::StrAppend(&context.out, count == 0 ? "no suspect" : Counted(count, "suspect"), ": ",
                  count == 0   ? "nothing keeps "
                  : count == 1 ? "it keeps "
                               : "each keeps ",
                  report.min_percent, "% or more of ", Bytes(report.live_bytes), " in ",
                  Counted(report.live_objects, "strongly reachable object"), "\n");
  const size_t shown = std::min<size_t>(count, context.options.top);
  for (size_t i = 0; i < shown; ++i) {
    AppendSuspect(context, report.suspects[i], report.live_bytes, "SUSPECT");
  }
  if (shown < count) absl::StrAppend(&context.out, "\n… ", Grouped(count - shown), " more\n");
  if (report.heaviest) AppendSuspect(context, *report.heaviest, report.live_bytes, "HEAVIEST");
}

}  // namespace taproot
