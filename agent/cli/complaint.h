// What went wrong, to standard error.
#pragma once

#include "absl/status/status.h"
#include "cli/exit_code.h"

namespace taproot {

// "taproot: MESSAGE". Gives back `code`, or that of an interruption if there was one.
ExitCode Complain(ExitCode code, const absl::Status& status);

}  // namespace taproot
