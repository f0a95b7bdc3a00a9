// Threads of the agent's own in the JVM.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <functional>

#include "absl/status/status.h"

namespace taproot {

// A daemon thread that keeps nothing of its maker alive, in the group above all others, and ends
// with the body. The name is one of those that IsAgentThreadName() knows. On any attached thread in
// the live phase; on an error the body is gone.
absl::Status StartDaemonThread(jvmtiEnv* jvmti, JNIEnv* jni, const char* name,
                               std::function<void(JNIEnv*)> body);

}  // namespace taproot
