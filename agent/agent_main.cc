// The ways into the agent that the JVM knows: at launch by -agentpath, and by attach, which may
// come again and again.
#include <jni.h>
#include <jvmti.h>

#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "control/agent.h"
#include "control/guard.h"
#include "control/log.h"
#include "control/reply_channel.h"
#include "query/command.h"

namespace {

using taproot::Agent;
using taproot::Command;
using taproot::ReplyChannel;

// Runs an entry point: what goes wrong becomes a log line and this return value.
template <typename Body>
jint Try(Body&& body) noexcept {
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
  if (!command->reply.empty()) {
    return absl::InvalidArgumentError("reply= is for who attaches to a running JVM");
  }
  absl::StatusOr<Agent*> agent = Agent::Obtain(vm);
  if (!agent.ok()) return agent.status();
  return (*agent)->Configure(*command);
}

// The agent, and the JNI functions of this thread.
struct Scene {
  Agent* agent = nullptr;
  JNIEnv* jni = nullptr;
};

absl::StatusOr<Scene> Enter(JavaVM* vm) {
  void* jni = nullptr;
  if (vm->GetEnv(&jni, JNI_VERSION_9) != JNI_OK) {
    return absl::InternalError("the attaching thread is not attached to the JVM");
  }
  absl::StatusOr<Agent*> agent = Agent::Obtain(vm);
  if (!agent.ok()) return agent.status();
  return Scene{.agent = *agent, .jni = static_cast<JNIEnv*>(jni)};
}

// Whatever goes wrong once there is a connection is told there.
absl::Status AttachWithReply(JavaVM* vm, const absl::StatusOr<Command>& command,
                             const std::string& path) {
  absl::StatusOr<ReplyChannel> channel = ReplyChannel::Connect(path);
  if (!channel.ok()) {
    return command.ok() ? channel.status() : command.status();
  }
  const absl::StatusOr<Scene> scene = command.ok() ? Enter(vm) : command.status();
  if (scene.ok()) {
    scene->agent->AnswerTo(scene->jni, *command, *std::move(channel));
  } else {
    channel->Refuse(scene.status());
  }
  return absl::OkStatus();
}

absl::Status Attach(JavaVM* vm, std::string_view options) {
  const absl::StatusOr<Command> command = taproot::ParseCommand(options);
  const std::string reply = command.ok() ? command->reply : taproot::ReplyOf(options);
  if (!reply.empty()) return AttachWithReply(vm, command, reply);
  if (!command.ok()) return command.status();
  const absl::StatusOr<Scene> scene = Enter(vm);
  if (!scene.ok()) return scene.status();
  return scene->agent->ExecuteToOutput(scene->jni, *command);
}

}  // namespace

extern "C" {

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void*) {
  return Try([&] { return Launch(vm, options == nullptr ? "" : options); });
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM* vm, char* options, void*) {
  return Try([&] { return Attach(vm, options == nullptr ? "" : options); });
}

// The process ends: the VM takes its threads and environments with it.
JNIEXPORT void JNICALL Agent_OnUnload(JavaVM*) {}

}  // extern "C"
