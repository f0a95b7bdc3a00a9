// How people name classes and threads that they mean.
#pragma once

#include <string_view>

namespace taproot {

// `*` stands for any number of characters; everything else for itself.
bool MatchesPattern(std::string_view name, std::string_view pattern);

}  // namespace taproot
