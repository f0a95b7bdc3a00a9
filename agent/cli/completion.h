// What shells need in order to complete a command line, made from the tables of subcommands and
// options.
#pragma once

#include <string>

namespace taproot {

std::string BashCompletion();
std::string ZshCompletion();

}  // namespace taproot
