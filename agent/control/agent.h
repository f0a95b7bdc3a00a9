// The agent: one for each process, made on the first way in and never destroyed, since threads and
// events of the JVM may come at any time until its end.
//
// Requests may come from any attached thread; they are answered one after the other.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/statusor.h"
#include "capture/jvm.h"
#include "control/command.h"
#include "control/status.h"
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

  // Carries out any command and renders the answer. Unavailable at the end of the VM.
  absl::StatusOr<std::string> Execute(JNIEnv* jni, const Command& command, jobjectArray inputs);

  // The answer to where it belongs: the command's file, else the log.
  absl::Status ExecuteToOutput(JNIEnv* jni, const Command& command);

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
  void HandleEvents(JNIEnv* jni, uint32_t events);
  void WriteDump(JNIEnv* jni);
  AgentSettings Settings();

  JavaVM* vm_;
  JvmtiEnvironment events_;
  std::unique_ptr<WatchRegistry> registry_;
  std::atomic<bool> live_{false};
  std::atomic<bool> ending_{false};

  Turnstile requests_;  // one at a time

  std::mutex settings_mutex_;
  AgentSettings settings_;
};

}  // namespace taproot
