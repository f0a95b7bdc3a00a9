// Messages of the command language in the words of the command line.
#pragma once

#include <string>
#include <string_view>

namespace taproot {

// "paths needs class=NAME" becomes "paths needs --class NAME".
std::string InOptionWords(std::string_view message);

}  // namespace taproot
