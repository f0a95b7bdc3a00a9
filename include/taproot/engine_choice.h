// Which engine a capture is to take; docs/capture-engines.md tells them apart.
#pragma once

#include <cstdint>

namespace taproot {

// By fork where that works, else by following references; or one of them only.
enum class EngineChoice : uint8_t { kAuto, kFollow, kFork };

}  // namespace taproot
