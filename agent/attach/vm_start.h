// Waiting for a JVM that has only just been started.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "attach/jvm_process.h"
#include "attach/patience.h"

namespace taproot {

// Waits until the VM can take an agent, as its counters tell: before, it would load one that can do
// nothing. A process that is older, or tells nothing, is not waited for, and time that is over is
// no error: then the VM has to say it itself. Otherwise Patience's errors.
absl::Status AwaitStart(const JvmProcess& process, Patience patience,
                        const std::string& proc = "/proc");

}  // namespace taproot
