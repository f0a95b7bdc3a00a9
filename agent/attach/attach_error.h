// The words in which attach speaks of a process and of what stands in its way.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "attach/jvm_process.h"

namespace taproot {

// "process 4711 (com.acme.Main)"
std::string Named(const JvmProcess& process);

// "acme", or "user 1000" if nobody by that number is known here.
std::string UserName(uid_t uid);

absl::Status EndedMeanwhile(const JvmProcess& process);

// It sees other files than we do, and we may not look at them.
absl::Status NoRightsThere(const JvmProcess& process);

}  // namespace taproot
