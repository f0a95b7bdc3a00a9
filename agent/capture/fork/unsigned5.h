// HotSpot's variable-length numbers (unsigned5.hpp): one to five bytes, the last of which is the
// first that is below a limit. Since JDK 20 no byte of a number is 0.
#pragma once

#include <cstdint>

#include "capture/fork/frozen_heap.h"

namespace taproot {

class Unsigned5Reader {
 public:
  Unsigned5Reader(Address at, bool without_zeros) : at_(at), offset_(without_zeros ? 1 : 0) {}

  uint32_t Next() {
    const uint32_t low = 256 - kHigh - offset_;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < kMostBytes; ++i) {
      const uint32_t byte = LoadAt<uint8_t>(at_++) - offset_;
      sum += byte << (kHighBits * i);
      if (byte < low) break;
    }
    return sum;
  }
  Address position() const { return at_; }

 private:
  static constexpr uint32_t kHighBits = 6;
  static constexpr uint32_t kHigh = 1 << kHighBits;
  static constexpr uint32_t kMostBytes = 5;

  Address at_;
  uint32_t offset_;
};

}  // namespace taproot
