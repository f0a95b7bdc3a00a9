// Answers one command on the live JVM: request -> capture -> analysis -> report.
#pragma once

#include <jni.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "control/engine.h"
#include "query/answer.h"
#include "query/command.h"
#include "taproot/progress.h"
#include "watch/watch_registry.h"

namespace taproot {

struct RequestContext {
  JavaVM* vm = nullptr;
  JNIEnv* jni = nullptr;
  WatchRegistry* registry = nullptr;
  ForkSupport* fork_support = nullptr;
  jobjectArray inputs = nullptr;            // objects that Java hands in; may be null
  std::vector<std::string> watch_patterns;  // of `start`
  int64_t retained_delay_ms = 0;            // of `start`
  bool vm_is_ending = false;  // then no collection may be forced: see Agent::OnVmDeath
  std::string other_library;  // a second copy of the agent in this process, if any
  Progress* progress = nullptr;
};

// The rendered answer. Text unless the command says otherwise; a dump is JSON.
// NotFound if nothing is there that the command is about; else what the capture reports.
absl::StatusOr<Answer> AnswerRequest(const Command& command, const RequestContext& context);

}  // namespace taproot
