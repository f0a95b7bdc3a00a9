// Bits by number, found again in rising order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "taproot/flat_array.h"

namespace taproot {

// Const methods may be called from several threads at once.
class BitArray {
 public:
  BitArray() = default;
  explicit BitArray(uint64_t size) : words_((size + 63) / 64) {}

  bool contains(uint64_t i) const { return (words_[i >> 6] >> (i & 63)) & 1; }
  void Set(uint64_t i) { words_[i >> 6] |= uint64_t{1} << (i & 63); }

  // The 64 bits from `i` on, a multiple of 64. Threads that set different words do not disturb one
  // another.
  void SetWord(uint64_t i, uint64_t bits) { words_[i >> 6] = bits; }

  // Calls visit(i) for the bits in [begin, end) that are set.
  template <typename Visit>
  void ForEach(uint64_t begin, uint64_t end, Visit&& visit) const {
    for (uint64_t base = begin & ~uint64_t{63}; base < end; base += 64) {
      uint64_t bits = words_[base >> 6];
      if (base < begin) bits &= ~uint64_t{0} << (begin - base);
      if (end - base < 64) bits &= (uint64_t{1} << (end - base)) - 1;
      for (; bits != 0; bits &= bits - 1) {
        visit(base + static_cast<uint64_t>(std::countr_zero(bits)));
      }
    }
  }

 private:
  FlatArray<uint64_t> words_;
};

}  // namespace taproot
