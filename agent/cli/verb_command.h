// The subcommands that are verbs of the command language.
#pragma once

#include "cli/exit_code.h"
#include "cli/invocation.h"

namespace taproot {

ExitCode RunVerb(const Invocation& invocation);

}  // namespace taproot
