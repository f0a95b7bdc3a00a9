// `ps`: the JVMs of this machine.
#pragma once

#include <string>
#include <vector>

#include "attach/jvm_process.h"
#include "cli/exit_code.h"
#include "cli/invocation.h"

namespace taproot {

ExitCode RunPs(const Invocation& invocation);

// A table; a column for what is not known of any of them is there all the same.
std::string PsText(const std::vector<JvmProcess>& processes);
std::string PsJson(const std::vector<JvmProcess>& processes);  // an array, a member a process

}  // namespace taproot
