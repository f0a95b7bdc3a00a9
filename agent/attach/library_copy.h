// A copy of the agent's library where a JVM can load it.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "attach/agent_library.h"
#include "attach/jvm_process.h"
#include "attach/target_files.h"

namespace taproot {

// Whether the process has the same file under the same name, may read it and may run what is in it.
bool SeesLibrary(const TargetFiles& files, const AgentLibrary& library);

// The path, as the process sees it, of /tmp/.taproot-FINGERPRINT-USER/libtaproot.so, written now or
// found there from another time; where /tmp takes none (it is full, read-only or mounted noexec),
// in /var/tmp or /dev/shm. The folder is the user's alone. To be called as the user of the JVM.
// Unavailable if none of them takes it: with the reason; nothing is left of the attempt.
absl::StatusOr<std::string> PutCopy(const JvmProcess& process, const TargetFiles& files,
                                    const AgentLibrary& library);

}  // namespace taproot
