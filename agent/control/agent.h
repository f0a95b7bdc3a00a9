// The agent: one for each process, made on the first way in and never destroyed, since threads and
// events of the JVM may come at any time until its end.
//
// Requests may come from any attached thread; they are answered one after the other.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "capture/jvm.h"
#include "control/current_work.h"
#include "control/engine.h"
#include "control/growth_measurement.h"
#include "control/progress_log.h"
#include "control/reply_channel.h"
#include "control/request.h"
#include "control/request_handle.h"
#include "control/status.h"
#include "query/command.h"
#include "watch/turnstile.h"
#include "watch/watch_registry.h"

namespace taproot {

class Agent {
 public:
  // Makes the agent where there is none yet. In the live phase it is ready at once; at launch it
  // gets ready when the VM is.
  static absl::StatusOr<Agent*> Obtain(JavaVM* vm);
  // Null before the first Obtain().
  static Agent* Existing();

  // Carries out `start`: signal, dump at exit, patterns, defaults of later dumps.
  absl::Status Configure(const Command& command);

  // Carries out any command and renders the answer. Unavailable at the end of the VM; Cancelled.
  // `handle` may be null.
  absl::StatusOr<Answer> Execute(JNIEnv* jni, const Command& command, jobjectArray inputs,
                                 RequestHandle* handle = nullptr);

  // The answer to where it belongs: the command's file, else the log. Growth is only begun: its
  // answer is written when the last round is over.
  absl::Status ExecuteToOutput(JNIEnv* jni, const Command& command);

  // The answer, or what went wrong, to who listens at the other end, on a thread of its own: comes
  // back at once.
  void AnswerTo(JNIEnv* jni, const Command& command, ReplyChannel channel);

  WatchRegistry& registry() { return *registry_; }
  jvmtiEnv* jvmti() const { return events_.get(); }

 private:
  Agent(JavaVM* vm, JvmtiEnvironment events, std::unique_ptr<WatchRegistry> registry)
      : vm_(vm), events_(std::move(events)), registry_(std::move(registry)) {}

  static void JNICALL OnVmInit(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread);
  static void JNICALL OnVmDeath(jvmtiEnv* jvmti, JNIEnv* jni);
  static void JNICALL OnDataDumpRequest(jvmtiEnv* jvmti);

  absl::Status EnableEvents();
  // What needs a running VM: the thread, the property by which the Java library finds this image.
  absl::Status BecomeLive(JNIEnv* jni);
  // Gives back when it wants to be called again, whatever happens.
  std::optional<std::chrono::milliseconds> HandleEvents(JNIEnv* jni, uint32_t events);
  void WriteDump(JNIEnv* jni);
  AgentSettings Settings();
  AgentActivity Activity();

  // What asks for work: `inputs` and `handle` may be null.
  struct Request {
    JNIEnv* jni = nullptr;
    Verb verb = Verb::kStart;
    jobjectArray inputs = nullptr;
    RequestHandle* handle = nullptr;
  };
  using Work = absl::FunctionRef<absl::StatusOr<Answer>(const RequestContext&)>;
  // Waits for its turn, then does the work.
  absl::StatusOr<Answer> InTurn(const Request& request, Work work);
  // Ends all watching and all dumps.
  absl::StatusOr<Answer> Stop(const Request& request, const Command& command);
  static absl::Status WriteAnswer(Verb verb, const std::string& path, const std::string& answer);

  // --- growth: agent_growth.cc ---
  absl::StatusOr<std::shared_ptr<GrowthMeasurement>> BeginGrowth(const Command& command,
                                                                 GrowthMeasurement::Pace pace,
                                                                 std::string path);
  // Another that has begun meanwhile goes on.
  void EndGrowth(const GrowthMeasurement& growth);
  std::shared_ptr<GrowthMeasurement> growth();
  absl::Status GrowInBackground(const Command& command, std::string path);
  void LookAfterGrowth(JNIEnv* jni);
  // Nothing before the last round is over.
  absl::StatusOr<std::optional<std::string>> RoundIfDue(JNIEnv* jni, GrowthMeasurement& growth,
                                                        RequestHandle* handle);
  absl::StatusOr<std::string> GrowWhileCallerWaits(JNIEnv* jni, const Command& command,
                                                   RequestHandle* handle);
  absl::StatusOr<std::string> GrowthScenario(JNIEnv* jni, const Command& command,
                                             RequestHandle* handle);
  absl::StatusOr<std::string> Cancel(JNIEnv* jni, const Command& command);

  // --- answers over a socket: agent_reply.cc ---
  wire::Progress ProgressOf(Verb verb, const RequestHandle& handle);

  JavaVM* vm_;
  JvmtiEnvironment events_;
  std::unique_ptr<WatchRegistry> registry_;
  std::atomic<bool> live_{false};
  std::atomic<bool> ending_{false};

  Turnstile requests_;  // one at a time
  ForkSupport fork_support_;
  CurrentWork work_;
  ProgressLog progress_log_;     // of the agent's thread
  std::atomic<int> replies_{0};  // that are being made

  std::mutex growth_mutex_;
  std::shared_ptr<GrowthMeasurement> growth_;  // null if none is going on

  std::mutex settings_mutex_;
  AgentSettings settings_;
};

}  // namespace taproot
