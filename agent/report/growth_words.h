// Histories, rates and the time that is left, in words.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace taproot {

// "1,000 -> 2,000 -> 3,000"; of a long history the middle is left out.
std::string HistoryText(std::span<const uint64_t> rounds);
std::string HistoryText(std::span<const std::string> rounds);

std::string ObjectRate(double per_second);  // "33.3 objects/s", "2.0 objects/min"
std::string ByteRate(double per_second);    // "1.2 KiB/s", "30 bytes/h"

std::string RoughTime(int64_t milliseconds);  // "90 s", "45 min", "3 h 20 min", "12 d 4 h"

std::string FingerprintText(uint64_t fingerprint);  // 16 hexadecimal digits

}  // namespace taproot
