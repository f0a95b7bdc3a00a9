// Words to choose from, and the nearest one to a mistyped word.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace taproot {

// The word with the fewest edits to `typed`, if it is near enough to be meant; else empty.
std::string_view NearestWord(std::string_view typed, std::span<const std::string_view> words);

// "unknown WHAT 'typed': did you mean 'x'?", or with the list of words if none is near.
std::string UnknownWord(std::string_view what, std::string_view typed,
                        std::span<const std::string_view> words);

}  // namespace taproot
