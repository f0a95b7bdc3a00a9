// The files named in a command that the JVM itself opens.
#pragma once

#include "absl/status/status.h"
#include "attach/jvm_process.h"
#include "cli/invocation.h"

namespace taproot {

// Whether the process can read them, as far as that can be told beforehand. NotFound and
// PermissionDenied: we cannot read one ourselves. FailedPrecondition: we can, but not the process;
// says what to do instead.
absl::Status CheckReadByTarget(const Invocation& invocation, const JvmProcess& process);

}  // namespace taproot
