// Numbers of bytes as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace taproot {

// "4096", "64KiB", "1.5M", "10MB": K, M, G and KiB, MiB, GiB count by 1024, KB, MB, GB by 1000; in
// capitals or not. None for what is no such number, or is beyond 2^63.
std::optional<uint64_t> ParseByteCount(std::string_view text);

}  // namespace taproot
