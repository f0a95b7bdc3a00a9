#include "query/query.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "query/subject.h"
#include "query/verbs.h"

namespace taproot {
namespace {

struct GraphVerb {
  Verb verb;
  absl::StatusOr<Report> (*answer)(QueryContext& query);
};

constexpr GraphVerb kGraphVerbs[] = {
    {Verb::kHistogram, &AnswerHistogram},
    {Verb::kProfile, &AnswerProfile},
    {Verb::kSize, &AnswerSize},
    {Verb::kPaths, &AnswerPaths},
    {Verb::kLeaks, &AnswerLeaks},
    {Verb::kDump, &AnswerDump},
    {Verb::kDominators, &AnswerDominators},
    {Verb::kSuspects, &AnswerSuspects},
    {Verb::kThreads, &AnswerThreads},
    {Verb::kWaste, &AnswerWaste},
    {Verb::kSnapshot, &AnswerSnapshot},
    {Verb::kDiff, &AnswerDiff},
};

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
  return report;
}

std::string RenderAnswer(const Command& command, Report report) {
  report.verb = VerbName(command.verb);
  const Format fallback = command.verb == Verb::kDump ? Format::kJson : Format::kText;
  return Render(report, command.format.value_or(fallback), command.render);
}

}  // namespace taproot
