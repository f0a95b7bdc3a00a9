// The agent's one thread: a daemon thread of the JVM that sleeps until an event wakes it.
//
// Wake() may be called from anywhere, a signal handler and the VM's thread in a pause included: it
// sets a bit and writes to an eventfd.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "absl/status/status.h"

namespace taproot {

class AgentThread {
 public:
  enum Event : uint32_t {
    kCollection = 1 << 0,  // a garbage collection has finished
    kDump = 1 << 1,        // somebody asks for a dump
    kStop = 1 << 2,
    kWork = 1 << 3,  // something has begun that wants to be looked after
  };

  // Before anything can wake it.
  static absl::Status Open();
  static void Wake(Event event);

  // Called with what has happened since the last call; kCollection at most once a second. Gives
  // back after what time it wants to be called even if nothing happens, if it does.
  using Handler = std::function<std::optional<std::chrono::milliseconds>(JNIEnv*, uint32_t)>;

  // Starts the thread, in the live phase.
  static absl::Status Start(jvmtiEnv* jvmti, JNIEnv* jni, Handler handle);

 private:
  static void Run(JNIEnv* jni, const Handler& handle);
};

}  // namespace taproot
