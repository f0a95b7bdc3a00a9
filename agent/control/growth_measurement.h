// Growth over time: rounds of a capture and a comparison, each a request of its own, so that other
// requests are answered in between.
//
// One thread runs the rounds. Describe() and Cancel() may be called from any thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "control/capture_job.h"
#include "control/request.h"
#include "taproot/growth.h"
#include "taproot/report.h"

namespace taproot {

class GrowthMeasurement {
 public:
  using Clock = std::chrono::steady_clock;

  // Who makes the rounds: the agent's thread, the caller who waits for the answer, or the caller
  // around a scenario of its own.
  enum class Pace : uint8_t { kBackground, kCaller, kScenario };

  GrowthMeasurement(Command command, Pace pace, std::string path)
      : command_(std::move(command)), pace_(pace), path_(std::move(path)) {}

  Pace pace() const { return pace_; }
  const std::string& path() const { return path_; }  // for the answer; empty: the log
  GrowthRun Describe() const;

  void Cancel() { cancelled_ = true; }
  bool cancelled() const { return cancelled_; }

  // Where it is a matter of time. May be called from any thread.
  std::optional<std::chrono::milliseconds> UntilNextRound(Clock::time_point now) const;

  // The first round is due at once.
  bool IsDue(Clock::time_point now, uint64_t collections_finished) const;

  // The rendered answer after the last round, and as soon as nothing is left that grows.
  absl::StatusOr<std::optional<std::string>> Round(const RequestContext& context,
                                                   uint64_t collections_finished);

  // A round that gives no answer, however many there were.
  absl::Status ScenarioRound(const RequestContext& context);
  // The answer after the rounds made so far, with one more capture to weigh what has grown.
  absl::StatusOr<std::string> Answer(const Command& command, const RequestContext& context);

 private:
  // Captures, looks, and takes the round over. The answer, if that was the last one: the one of
  // this number, or one after which nothing is left that grows. Without a number none is the last.
  absl::StatusOr<std::optional<std::string>> MakeRound(const RequestContext& context,
                                                       std::optional<uint32_t> last_round);
  // These may run in a forked child, so they change nothing here.
  absl::StatusOr<GrowthRoundResult> Look(AnalysisScene& scene,
                                         std::optional<uint32_t> last_round) const;
  absl::StatusOr<std::string> AnswerFrom(const Command& command, const GrowthDetector& detector,
                                         AnalysisScene& scene) const;

  const Command command_;
  const Pace pace_;
  const std::string path_;
  GrowthDetector detector_;
  std::atomic<uint32_t> rounds_done_{0};
  std::atomic<bool> cancelled_{false};
  std::atomic<Clock::time_point> last_round_;
  uint64_t collections_before_ = 0;
};

}  // namespace taproot
