// How the agent answers who listens at the other end of a socket. docs/decisions/0015 says why on a
// thread of its own.
#include <memory>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "capture/jvm.h"
#include "control/agent.h"
#include "control/daemon_thread.h"
#include "control/reply_session.h"

namespace taproot {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Each is a thread that waits for its turn.
constexpr int kMostReplies = 64;

int64_t MillisecondsSince(Clock::time_point begin) {
  return std::chrono::duration_cast<milliseconds>(Clock::now() - begin).count();
}

// Between two rounds of growth.
void TellWait(const GrowthMeasurement& growth, wire::Progress& progress) {
  const GrowthRun run = growth.Describe();
  progress.phase = absl::StrCat("waiting for round ", run.rounds_done + 1, " of ", run.rounds);
  const std::optional<milliseconds> wait = growth.UntilNextRound(Clock::now());
  if (!wait || run.every_ms.value_or(0) <= 0) return;
  progress.remaining_ms = wait->count();
  progress.fraction = 1 - static_cast<double>(wait->count()) / static_cast<double>(*run.every_ms);
}

}  // namespace

wire::Progress Agent::ProgressOf(Verb verb, const RequestHandle& handle) {
  wire::Progress progress;
  const bool had_turn = handle.working();
  const std::optional<RunningWork> work = work_.Look();
  const bool is_own = work && had_turn && handle.working();
  const std::shared_ptr<GrowthMeasurement> growth =
      verb == Verb::kGrowth ? this->growth() : nullptr;
  if (is_own) {
    progress.phase = work->phase.empty() ? work->verb : work->phase;
    progress.fraction = work->fraction;
  } else if (work) {
    progress.phase = absl::StrCat("waiting for ", work->verb, ", which is being answered");
  } else if (growth != nullptr && growth->pace() == GrowthMeasurement::Pace::kCaller) {
    TellWait(*growth, progress);
  } else {
    progress.phase = VerbName(verb);
  }
  if (is_own && growth != nullptr) {
    const GrowthRun run = growth->Describe();
    progress.phase =
        absl::StrCat("round ", run.rounds_done + 1, " of ", run.rounds, ": ", progress.phase);
  }
  return progress;
}

void Agent::AnswerTo(JNIEnv* jni, const Command& command, ReplyChannel channel) {
  auto session = std::make_shared<ReplySession>(
      std::move(channel),
      ReplySession::Work{
          .answer = [this, command](JNIEnv* own_jni, RequestHandle& handle)
              -> absl::StatusOr<Answer> { return Execute(own_jni, command, nullptr, &handle); },
          .look =
              [this, verb = command.verb, begin = Clock::now()](const RequestHandle& handle) {
                wire::Progress progress = ProgressOf(verb, handle);
                progress.running_ms = MillisecondsSince(begin);
                return progress;
              },
          .vm_is_ending = [this] { return ending_.load(); }});
  if (++replies_ > kMostReplies) {
    --replies_;
    session->channel().Refuse(absl::ResourceExhaustedError(
        absl::StrCat(kMostReplies, " requests are being answered already: wait for some to end")));
    return;
  }
  const absl::Status started =
      StartDaemonThread(events_.get(), jni, "taproot-request", [this, session](JNIEnv* own_jni) {
        const absl::Cleanup end = [this] { --replies_; };
        const LocalFrame frame(own_jni, 16);
        session->Run(own_jni);
      });
  if (started.ok()) return;
  --replies_;
  session->channel().Refuse(started);
}

}  // namespace taproot
