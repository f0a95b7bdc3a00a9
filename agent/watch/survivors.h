// Finds out which watched objects really survive.
#pragma once

#include <jni.h>

#include "absl/status/status.h"
#include "watch/watch_registry.h"

namespace taproot {

// Collect, let the finalizers run, wait, collect: an object with a finalizer needs two collections
// with its finalizer run in between, and some collectors clear references late. Blocks for as long
// as two collections take and at most some two seconds more, however stuck the finalizers are.
absl::Status CollectTwice(JNIEnv* jni, WatchRegistry& registry);

// A debugger holds objects that the user has looked at. True while one is connected, not when the
// JVM merely listens for one.
bool DebuggerConnected(jvmtiEnv* jvmti, JNIEnv* jni);

}  // namespace taproot
