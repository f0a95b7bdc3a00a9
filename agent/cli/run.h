// The program: words in, exit code out.
#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"

namespace taproot {

ExitCode Run(const std::vector<std::string>& words);

}  // namespace taproot
