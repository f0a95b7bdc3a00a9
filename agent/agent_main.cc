// The ways into the agent that the JVM knows: at launch by -agentpath, and by attach, which may
// come again and again.
#include <jni.h>
#include <jvmti.h>

#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "control/agent.h"
#include "control/guard.h"
#include "control/log.h"
#include "query/command.h"

namespace {

using taproot::Agent;
using taproot::Command;

// Runs an entry point: what goes wrong becomes a log line and this return value.
template <typename Body>
jint Enter(Body&& body) noexcept {
  jint result = JNI_ERR;
  taproot::Guarded([&] {
    const absl::Status status = body();
    if (status.ok()) {
      result = JNI_OK;
    } else {
      taproot::LogError(status.message());
    }
  });
  return result;
}

absl::Status Launch(JavaVM* vm, std::string_view options) {
  absl::StatusOr<Command> command = taproot::ParseCommand(options);
  if (!command.ok()) return command.status();
  if (command->verb != taproot::Verb::kStart) {
    return absl::InvalidArgumentError(
        absl::StrCat(taproot::VerbName(command->verb),
                     " asks about a running application; at launch only start makes sense"));
  }
  absl::StatusOr<Agent*> agent = Agent::Obtain(vm);
  if (!agent.ok()) return agent.status();
  return (*agent)->Configure(*command);
}

absl::Status Attach(JavaVM* vm, std::string_view options) {
  absl::StatusOr<Command> command = taproot::ParseCommand(options);
  if (!command.ok()) return command.status();
  void* jni = nullptr;
  if (vm->GetEnv(&jni, JNI_VERSION_9) != JNI_OK) {
    return absl::InternalError("the attaching thread is not attached to the JVM");
  }
  absl::StatusOr<Agent*> agent = Agent::Obtain(vm);
  if (!agent.ok()) return agent.status();
  return (*agent)->ExecuteToOutput(static_cast<JNIEnv*>(jni), *command);
}

}  // namespace

extern "C" {

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void*) {
  return Enter([&] { return Launch(vm, options == nullptr ? "" : options); });
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM* vm, char* options, void*) {
  return Enter([&] { return Attach(vm, options == nullptr ? "" : options); });
}

// The process ends: the VM takes its threads and environments with it.
JNIEXPORT void JNICALL Agent_OnUnload(JavaVM*) {}

}  // extern "C"
