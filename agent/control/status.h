// What the agent itself is up to: the answer to `status` and `start`.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "control/engine.h"
#include "query/command.h"
#include "taproot/report.h"
#include "watch/watch_registry.h"

namespace taproot {

struct AgentSettings {
  std::string library;        // the file the agent was loaded from
  std::string other_library;  // another copy of Taproot that was in the process before; or empty
  Command start;              // the latest `start`
  bool stopped = false;       // nothing makes a dump until the next one
};

// What the agent is doing at this moment.
struct AgentActivity {
  const ForkSupport* fork_support = nullptr;
  std::optional<RunningWork> running;
  std::optional<GrowthRun> growth;
};

// Which capabilities are held, how many objects are watched, what asks for a dump. `events` and
// the registry's are the only environments outside of a capture.
absl::StatusOr<std::string> DescribeStatus(const AgentSettings& settings, AgentActivity activity,
                                           WatchRegistry& registry, jvmtiEnv* events, JNIEnv* jni,
                                           const Command& command, std::string subject = "");

}  // namespace taproot
