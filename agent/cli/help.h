// What the program tells of itself.
#pragma once

#include <string>

#include "cli/subcommand.h"

namespace taproot {

std::string ProgramHelp();
std::string SubcommandHelp(const Subcommand& subcommand);
std::string VersionLine();

// What the exit code says, a line each: "0  answered".
std::string ExitCodeHelp();

}  // namespace taproot
