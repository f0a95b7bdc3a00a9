// The command line in words -> an Invocation.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/invocation.h"

namespace taproot {

// `words` without the name of the program. InvalidArgument names what is not understood, and the
// nearest right word.
absl::StatusOr<Invocation> ParseArguments(const std::vector<std::string>& words);

}  // namespace taproot
