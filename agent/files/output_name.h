// Names of files with places for the process and the time.
#pragma once

#include <string>
#include <string_view>

namespace taproot {

// %p becomes `process`, %t the local time as 20260131T235959, %% a percent sign.
std::string ExpandOutputName(std::string_view pattern, std::string_view process);

}  // namespace taproot
