// The agent's one thread: a daemon thread of the JVM that sleeps until an event wakes it.
//
// Wake() may be called from anywhere, a signal handler and the VM's thread in a pause included: it
// sets a bit and writes to an eventfd.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <atomic>
#include <cstdint>
#include <functional>

#include "absl/status/status.h"

namespace taproot {

class AgentThread {
 public:
  enum Event : uint32_t {
    kCollection = 1 << 0,  // a garbage collection has finished
    kDump = 1 << 1,        // somebody asks for a dump
    kStop = 1 << 2,
  };

  // Before anything can wake it.
  static absl::Status Open();
  static void Wake(Event event);

  // Starts the thread, in the live phase. handle(jni, events) is called with what has happened
  // since; kCollection at most once a second.
  static absl::Status Start(jvmtiEnv* jvmti, JNIEnv* jni,
                            std::function<void(JNIEnv*, uint32_t)> handle);

 private:
  static void JNICALL Run(jvmtiEnv* jvmti, JNIEnv* jni, void* argument);
};

}  // namespace taproot
