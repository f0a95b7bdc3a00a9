// How a capture is to know an object again.
#pragma once

#include <cstdint>

namespace taproot {

// By its address where that checks out, else by a tag; or one of them only.
enum class IdentityChoice : uint8_t { kAuto, kAddress, kTags };

}  // namespace taproot
