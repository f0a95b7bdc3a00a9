// How the agent measures growth: on its own thread for who attaches, on the caller's for Java.
#include <thread>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "control/agent.h"
#include "control/agent_thread.h"
#include "control/log.h"
#include "query/query.h"

namespace taproot {
namespace {

constexpr std::chrono::milliseconds kPause{20};

using Pace = GrowthMeasurement::Pace;

std::string InWords(const GrowthRun& run) {
  return absl::StrCat(run.rounds_done, " of ", run.rounds, " rounds");
}

}  // namespace

std::shared_ptr<GrowthMeasurement> Agent::growth() {
  const std::lock_guard lock(growth_mutex_);
  return growth_;
}

void Agent::EndGrowth(const GrowthMeasurement& growth) {
  const std::lock_guard lock(growth_mutex_);
  if (growth_.get() == &growth) growth_.reset();
}

absl::StatusOr<std::shared_ptr<GrowthMeasurement>> Agent::BeginGrowth(const Command& command,
                                                                      Pace pace, std::string path) {
  const std::lock_guard lock(growth_mutex_);
  if (growth_ != nullptr) {
    return absl::FailedPreconditionError(absl::StrCat("growth is being measured already, ",
                                                      InWords(growth_->Describe()),
                                                      "; `cancel` ends that"));
  }
  growth_ = std::make_shared<GrowthMeasurement>(command, pace, std::move(path));
  return growth_;
}

absl::Status Agent::GrowInBackground(const Command& command, std::string path) {
  auto growth = BeginGrowth(command, Pace::kBackground, path);
  if (!growth.ok()) return growth.status();
  const std::string apart =
      command.every_ms ? absl::StrCat(static_cast<double>(*command.every_ms) / 1000, " s apart")
                       : "one a collection";
  LogInfo(absl::StrCat("measuring growth in ", command.rounds, " rounds, ", apart,
                       "; the answer comes ", path.empty() ? "here" : absl::StrCat("to ", path)));
  AgentThread::Wake(AgentThread::kWork);
  return absl::OkStatus();
}

void Agent::LookAfterGrowth(JNIEnv* jni) {
  const std::shared_ptr<GrowthMeasurement> growth = this->growth();
  if (growth == nullptr || growth->pace() != Pace::kBackground) return;
  // After an exception too, or else each look would make another round.
  absl::Cleanup end = [&] { EndGrowth(*growth); };
  absl::StatusOr<std::optional<std::string>> answer = RoundIfDue(jni, *growth, nullptr);
  if (answer.ok() && !answer->has_value()) {
    std::move(end).Cancel();
    return;
  }
  std::move(end).Invoke();
  absl::Status status = answer.status();
  if (status.ok()) status = WriteAnswer(Verb::kGrowth, growth->path(), **answer);
  if (!status.ok()) LogError(absl::StrCat("growth: ", status.message()));
}

absl::StatusOr<std::optional<std::string>> Agent::RoundIfDue(JNIEnv* jni, GrowthMeasurement& growth,
                                                             RequestHandle* handle) {
  if (growth.cancelled() || (handle != nullptr && handle->cancelled()))
    return absl::CancelledError("cancelled");
  const uint64_t collections = registry_->collections_finished();
  if (!growth.IsDue(GrowthMeasurement::Clock::now(), collections)) return std::nullopt;
  std::optional<std::string> answer;
  const absl::StatusOr<Answer> round =
      InTurn({.jni = jni, .verb = Verb::kGrowth, .handle = handle},
             [&](const RequestContext& context) -> absl::StatusOr<Answer> {
               auto rendered = growth.Round(context, collections);
               if (!rendered.ok()) return rendered.status();
               answer = *std::move(rendered);
               return Answer{};
             });
  if (!round.ok()) return round.status();
  return answer;
}

// Waits in native code: neither a safepoint nor another request waits for it.
absl::StatusOr<std::string> Agent::GrowWhileCallerWaits(JNIEnv* jni, const Command& command,
                                                        RequestHandle* handle) {
  auto growth = BeginGrowth(command, Pace::kCaller, "");
  if (!growth.ok()) return growth.status();
  const absl::Cleanup end = [&] { EndGrowth(**growth); };
  while (!ending_) {
    absl::StatusOr<std::optional<std::string>> answer = RoundIfDue(jni, **growth, handle);
    if (!answer.ok()) return answer.status();
    if (*answer) return **std::move(answer);
    std::this_thread::sleep_for(kPause);
  }
  return absl::UnavailableError("the JVM is ending");
}

absl::StatusOr<std::string> Agent::GrowthScenario(JNIEnv* jni, const Command& command,
                                                  RequestHandle* handle) {
  if (*command.scenario == ScenarioStep::kBegin) {
    auto growth = BeginGrowth(command, Pace::kScenario, "");
    if (!growth.ok()) return growth.status();
    return DescribeStatus(Settings(), Activity(), *registry_, events_.get(), jni, command);
  }
  const std::shared_ptr<GrowthMeasurement> growth = this->growth();
  if (growth == nullptr || growth->pace() != Pace::kScenario) {
    return absl::FailedPreconditionError("no scenario is being measured");
  }
  const Request request = {.jni = jni, .verb = Verb::kGrowth, .handle = handle};
  absl::StatusOr<Answer> done = Answer{};
  if (*command.scenario == ScenarioStep::kRound) {
    done = InTurn(request, [&](const RequestContext& context) -> absl::StatusOr<Answer> {
      if (absl::Status s = growth->ScenarioRound(context); !s.ok()) return s;
      return Answer{};
    });
  } else if (*command.scenario == ScenarioStep::kReport) {
    absl::StatusOr<Answer> report = InTurn(request, [&](const RequestContext& context) {
      return WithoutFacts(growth->Answer(command, context));
    });
    if (!report.ok()) return report.status();
    return std::move(report->text);
  } else {
    EndGrowth(*growth);
  }
  if (!done.ok()) return done.status();
  return DescribeStatus(Settings(), Activity(), *registry_, events_.get(), jni, command);
}

absl::StatusOr<std::string> Agent::Cancel(JNIEnv* jni, const Command& command) {
  const std::shared_ptr<GrowthMeasurement> growth = this->growth();
  const std::optional<RunningWork> work = work_.Look();
  const bool worked = work_.Cancel();
  if (growth != nullptr) growth->Cancel();
  if (!worked && growth == nullptr) {
    return absl::NotFoundError("there is nothing to cancel: no request is being answered");
  }
  if (growth != nullptr && growth->pace() == Pace::kScenario) EndGrowth(*growth);
  AgentThread::Wake(AgentThread::kWork);
  const std::string what = growth != nullptr ? "growth" : work ? work->verb : "the request";
  return DescribeStatus(Settings(), {.fork_support = &fork_support_}, *registry_, events_.get(),
                        jni, command, absl::StrCat("cancelled: ", what));
}

}  // namespace taproot
