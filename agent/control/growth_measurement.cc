#include "control/growth_measurement.h"

#include <utility>

#include "capture/capture.h"
#include "control/services.h"
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

bool GrowthMeasurement::IsDue(Clock::time_point now, uint64_t collections_finished) const {
  if (rounds_done_ == 0) return true;
  if (command_.every_ms) return now - last_round_ >= std::chrono::milliseconds(*command_.every_ms);
  return collections_finished != collections_before_ && now - last_round_ >= kLeastBetweenRounds;
}

absl::StatusOr<Capture> GrowthMeasurement::CaptureRound(const RequestContext& context) {
  CaptureRequest request = MakeRequest(command_, context);
  request.for_each_watched = nullptr;
  return CaptureByFollowing(context.vm, context.jni, request);
}

absl::Status GrowthMeasurement::Compare(const HeapGraph& graph, const RequestContext& context) {
  detector_.Round(graph, graph.capture().captured_at_ms, context.progress);
  if (context.progress != nullptr && context.progress->cancelled()) {
    return absl::CancelledError("cancelled");
  }
  ++rounds_done_;
  return absl::OkStatus();
}

absl::StatusOr<std::optional<std::string>> GrowthMeasurement::Round(const RequestContext& context,
                                                                    uint64_t collections_finished) {
  last_round_ = Clock::now();
  collections_before_ = collections_finished;
  absl::StatusOr<Capture> capture = CaptureRound(context);
  if (!capture.ok()) return capture.status();
  if (absl::Status s = Compare(capture->graph, context); !s.ok()) return s;
  if (rounds_done_ < command_.rounds && !detector_.finished()) return std::nullopt;
  absl::StatusOr<std::string> answer = AnswerFrom(command_, capture->graph, context);
  if (!answer.ok()) return answer.status();
  return *std::move(answer);
}

absl::Status GrowthMeasurement::ScenarioRound(const RequestContext& context) {
  absl::StatusOr<Capture> capture = CaptureRound(context);
  return capture.ok() ? Compare(capture->graph, context) : capture.status();
}

absl::StatusOr<std::string> GrowthMeasurement::Answer(const Command& command,
                                                      const RequestContext& context) {
  absl::StatusOr<Capture> capture = CaptureRound(context);
  if (!capture.ok()) return capture.status();
  return AnswerFrom(command, capture->graph, context);
}

absl::StatusOr<std::string> GrowthMeasurement::AnswerFrom(const Command& command, HeapGraph& graph,
                                                          const RequestContext& context) {
  QueryContext query(command, graph, ServicesOf(context), context.progress);
  absl::StatusOr<Report> report = AnswerGrowth(query, detector_);
  if (absl::Status s = query.CheckCancelled(); !s.ok()) return s;
  if (!report.ok()) return report.status();
  report->graph = &graph;
  report->notes.insert(report->notes.begin(), query.notes.begin(), query.notes.end());
  return RenderAnswer(command, *std::move(report));
}

}  // namespace taproot
