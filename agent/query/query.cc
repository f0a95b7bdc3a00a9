#include "query/query.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "query/format_choice.h"
#include "query/light_rows.h"
#include "query/subject.h"
#include "query/verbs.h"

namespace taproot {
namespace {

struct GraphVerb {
  Verb verb;
  absl::StatusOr<Report> (*answer)(QueryContext& query);
};

constexpr GraphVerb kGraphVerbs[] = {
    {Verb::kHistogram, &AnswerHistogram}, {Verb::kProfile, &AnswerProfile},
    {Verb::kSize, &AnswerSize},           {Verb::kPaths, &AnswerPaths},
    {Verb::kLeaks, &AnswerLeaks},         {Verb::kDump, &AnswerDump},
    {Verb::kReport, &AnswerReport},       {Verb::kDominators, &AnswerDominators},
    {Verb::kSuspects, &AnswerSuspects},   {Verb::kThreads, &AnswerThreads},
    {Verb::kWaste, &AnswerWaste},         {Verb::kSnapshot, &AnswerSnapshot},
    {Verb::kDiff, &AnswerDiff},
};

AnswerFacts FactsOf(const Report& report) {
  AnswerFacts facts;
  if (report.findings) {
    facts.leaks = static_cast<uint64_t>(std::ranges::count_if(*report.findings, &Finding::is_leak));
  }
  return facts;
}

}  // namespace

absl::StatusOr<Report> AnswerQuery(QueryContext& query) {
  const auto* at = std::ranges::find(kGraphVerbs, query.command().verb, &GraphVerb::verb);
  if (at == std::end(kGraphVerbs)) {
    return absl::UnimplementedError(
        absl::StrCat(VerbName(query.command().verb), " is not about a heap"));
  }
  if (absl::Status s = CheckSubject(query.command(), query.inputs.has_value()); !s.ok()) return s;
  absl::StatusOr<Report> report = at->answer(query);
  if (absl::Status s = query.CheckCancelled(); !s.ok()) return s;
  if (!report.ok()) return report;
  report->graph = &query.graph();
  report->notes.insert(report->notes.begin(), query.notes.begin(), query.notes.end());
  LeaveOutLight(query.command().render, *report);
  return report;
}

Answer RenderAnswer(const Command& command, Report report) {
  report.verb = VerbName(command.verb);
  RenderOptions render = command.render;
  if (report.profile && !report.profile->entries.empty()) {
    render.min_percent = MinPercentOf(render, report.profile->entries[0].bytes);
  }
  return {.text = Render(report, FormatOf(command), render), .facts = FactsOf(report)};
}

}  // namespace taproot
