// Long lines of a report, folded to the width of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace taproot {

// How many places a line takes: bytes that continue a character take none.
size_t PlacesOf(std::string_view line);

// Whether a line says nothing but what of the line above is suspect: "    ~~~~   ~~~".
bool IsMarkLine(std::string_view line);

// The line, and the marks under it, which may be empty, in rows of at most `width` places. Broken
// at blanks where there are any; what continues a line is indented more than its beginning. Marks
// stay under what they mark.
std::vector<std::string> Fold(std::string_view line, std::string_view marks, size_t width);

}  // namespace taproot
