// What can be told of a run of bytes in one look: a hash, zeros at its end, whether it is constant.
// Works at a safepoint: no allocation, and no byte is read that is not in the run.
//
// The hash is in the manner of wyhash: words are multiplied to 128 bits and the halves mixed, in
// four lanes for long runs. It is the same in every process and on every machine of one byte order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace taproot {

// `seed` tells apart what is of another kind though of equal bytes.
uint64_t HashContents(std::span<const uint8_t> bytes, uint64_t seed);

// Elements of `width` bytes each (1, 2, 4 or 8) at the end of the run that are zero in every bit.
uint32_t CountTrailingZeros(std::span<const uint8_t> bytes, uint32_t width);

// Whether all elements are equal in every bit; so where there are none.
bool IsConstant(std::span<const uint8_t> bytes, uint32_t width);

}  // namespace taproot
