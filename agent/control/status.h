// What the agent itself is up to: the answer to `status` and `start`.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <string>

#include "absl/status/statusor.h"
#include "control/command.h"
#include "watch/watch_registry.h"

namespace taproot {

struct AgentSettings {
  std::string library;        // the file the agent was loaded from
  std::string other_library;  // another copy of Taproot that was in the process before; or empty
  Command start;              // the latest `start`
};

// Which capabilities are held, how many objects are watched, what asks for a dump. `events` and
// the registry's are the only environments outside of a capture.
absl::StatusOr<std::string> DescribeStatus(const AgentSettings& settings, WatchRegistry& registry,
                                           jvmtiEnv* events, JNIEnv* jni, const Command& command);

}  // namespace taproot
