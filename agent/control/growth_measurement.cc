#include "control/growth_measurement.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "control/watch_request.h"
#include "query/query.h"
#include "query/verbs.h"

namespace taproot {
namespace {

// However often the application collects: a round is a pause.
constexpr std::chrono::seconds kLeastBetweenRounds{1};

}  // namespace

GrowthRun GrowthMeasurement::Describe() const {
  return {.rounds_done = rounds_done_,
          .rounds = command_.rounds,
          .every_ms = command_.every_ms,
          .output = path_};
}

std::optional<std::chrono::milliseconds> GrowthMeasurement::UntilNextRound(
    Clock::time_point now) const {
  if (!command_.every_ms) return std::nullopt;
  if (rounds_done_ == 0) return std::chrono::milliseconds(0);
  const auto since =
      std::chrono::duration_cast<std::chrono::milliseconds>(now - last_round_.load());
  return std::max(std::chrono::milliseconds(*command_.every_ms) - since,
                  std::chrono::milliseconds(0));
}

bool GrowthMeasurement::IsDue(Clock::time_point now, uint64_t collections_finished) const {
  if (rounds_done_ == 0) return true;
  const auto since = now - last_round_.load();
  if (command_.every_ms) return since >= std::chrono::milliseconds(*command_.every_ms);
  return collections_finished != collections_before_ && since >= kLeastBetweenRounds;
}

absl::StatusOr<GrowthRoundResult> GrowthMeasurement::Look(
    AnalysisScene& scene, std::optional<uint32_t> last_round) const {
  const HeapGraph& graph = scene.graph();
  GrowthRoundResult result{
      .digest = detector_.Look(graph, graph.capture().captured_at_ms, scene.progress)};
  if (scene.progress != nullptr && scene.progress->cancelled()) {
    return absl::CancelledError("cancelled");
  }
  GrowthDetector with_this = detector_;
  with_this.Add(result.digest);
  const bool is_last = last_round && (with_this.rounds() >= *last_round || with_this.finished());
  if (!is_last) return result;
  absl::StatusOr<std::string> answer = AnswerFrom(command_, with_this, scene);
  if (!answer.ok()) return answer.status();
  result.answer = *std::move(answer);
  return result;
}

absl::StatusOr<std::optional<std::string>> GrowthMeasurement::MakeRound(
    const RequestContext& context, std::optional<uint32_t> last_round) {
  CaptureJob job{.request = MakeRequest(command_, context),
                 .analyse = [&](AnalysisScene& scene) -> absl::StatusOr<std::string> {
                   absl::StatusOr<GrowthRoundResult> result = Look(scene, last_round);
                   if (!result.ok()) return result.status();
                   return Encode(*result);
                 }};
  job.request.for_each_watched = nullptr;
  job.reads_tables = true;
  absl::StatusOr<std::string> bytes = CaptureAndAnalyse(job, command_, context);
  if (!bytes.ok()) return bytes.status();
  absl::StatusOr<GrowthRoundResult> result = DecodeGrowthRoundResult(*bytes);
  if (!result.ok()) return result.status();
  detector_.Add(result->digest);
  ++rounds_done_;
  return std::move(result->answer);
}

absl::StatusOr<std::optional<std::string>> GrowthMeasurement::Round(const RequestContext& context,
                                                                    uint64_t collections_finished) {
  last_round_ = Clock::now();
  collections_before_ = collections_finished;
  return MakeRound(context, command_.rounds);
}

absl::Status GrowthMeasurement::ScenarioRound(const RequestContext& context) {
  return MakeRound(context, std::nullopt).status();
}

absl::StatusOr<std::string> GrowthMeasurement::Answer(const Command& command,
                                                      const RequestContext& context) {
  CaptureJob job{.request = MakeRequest(command, context), .analyse = [&](AnalysisScene& scene) {
                   return AnswerFrom(command, detector_, scene);
                 }};
  job.request.for_each_watched = nullptr;
  job.reads_tables = true;
  return CaptureAndAnalyse(job, command, context);
}

absl::StatusOr<std::string> GrowthMeasurement::AnswerFrom(const Command& command,
                                                          const GrowthDetector& detector,
                                                          AnalysisScene& scene) const {
  QueryContext query(command, scene.graph(), scene.services, scene.progress);
  absl::StatusOr<Report> report = AnswerGrowth(query, detector);
  if (absl::Status s = query.CheckCancelled(); !s.ok()) return s;
  if (!report.ok()) return report.status();
  report->graph = &scene.graph();
  report->notes.insert(report->notes.begin(), query.notes.begin(), query.notes.end());
  if (pace_ != Pace::kScenario && detector.rounds() < command_.rounds) {
    report->notes.push_back(absl::StrCat("ended after ", detector.rounds(), " of ", command_.rounds,
                                         " rounds: nothing is left that grew in every one"));
  }
  return RenderAnswer(command, *std::move(report)).text;
}

}  // namespace taproot
