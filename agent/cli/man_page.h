// The manual page, made from the tables of subcommands and options.
#pragma once

#include <string>

namespace taproot {

std::string ManPage();  // in troff, for man(1)

}  // namespace taproot
