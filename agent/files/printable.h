// Text of somebody else's, for a terminal or a log.
#pragma once

#include <string>
#include <string_view>

namespace taproot {

// With a question mark in the place of each control character (those of 0x80 to 0x9F in UTF-8 as
// well), tabs excepted, and line ends where they are kept: a terminal obeys the others.
std::string Printable(std::string_view text, bool keep_lines = false);

}  // namespace taproot
