// Reads what an Encoder wrote, from bytes that may be anything.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "snapshot/records.h"

namespace taproot::snapshot {

// After the first thing that does not fit, ok() is false and the rest reads as zeros and empty
// lists. What is read takes no more than a small multiple of the bytes it is read from.
class Decoder {
 public:
  explicit Decoder(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <typename... Fields>
  void operator()(Fields&... fields) {
    (Get(fields), ...);
  }

  bool ok() const { return ok_; }
  bool finished() const { return ok_ && bytes_.empty(); }

 private:
  template <typename T>
  void Get(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      value = GetUpTo(1) != 0;
    } else if constexpr (std::is_enum_v<T>) {
      value = static_cast<T>(GetUpTo(static_cast<uint64_t>(LastOf(T()))));
    } else if constexpr (std::is_floating_point_v<T>) {
      value = std::bit_cast<double>(GetFixed());
    } else if constexpr (std::is_unsigned_v<T>) {
      value = static_cast<T>(GetUpTo(std::numeric_limits<T>::max()));
    } else if constexpr (std::is_signed_v<T>) {
      const uint64_t zigzag = GetUpTo(std::numeric_limits<uint64_t>::max());
      const auto wide = static_cast<int64_t>((zigzag >> 1) ^ (0 - (zigzag & 1)));
      ok_ &= std::in_range<T>(wide);
      value = static_cast<T>(ok_ ? wide : 0);
    } else {
      ForFields(*this, value);
    }
  }
  template <typename Tag>
  void Get(Id<Tag>& id) {
    id.value = static_cast<uint32_t>(GetUpTo(Id<Tag>::kNone)) - 1;
  }
  void Get(std::string& text) {
    const size_t length = GetCount();
    text.assign(reinterpret_cast<const char*>(bytes_.data()), length);
    bytes_ = bytes_.subspan(length);
  }
  template <size_t kSize>
  void Get(std::array<uint8_t, kSize>& bytes) {
    for (uint8_t& byte : bytes) byte = GetByte();
  }
  template <typename First, typename Second>
  void Get(std::pair<First, Second>& pair) {
    (*this)(pair.first, pair.second);
  }
  template <typename T>
  void Get(std::vector<T>& list) {
    for (size_t left = GetCount(); left > 0 && ok_; --left) Get(list.emplace_back());
  }

  // Of things that take at least a byte each, of those that are left then.
  size_t GetCount() {
    const uint64_t count = GetUpTo(std::numeric_limits<uint64_t>::max());
    ok_ &= count <= bytes_.size();
    return ok_ ? static_cast<size_t>(count) : 0;
  }

  uint64_t GetUpTo(uint64_t limit) {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const uint64_t byte = GetByte();
      const uint64_t bits = byte & 0x7f;
      ok_ &= shift < 64 && (bits << shift) >> shift == bits;
      if (!ok_) return 0;
      value |= bits << shift;
      if (byte < 0x80) break;
    }
    ok_ &= value <= limit;
    return ok_ ? value : 0;
  }
  uint64_t GetFixed() {
    uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value |= uint64_t{GetByte()} << (8 * i);
    return value;
  }
  uint8_t GetByte() {
    if (bytes_.empty()) ok_ = false;
    if (!ok_) return 0;
    const auto byte = static_cast<uint8_t>(bytes_.front());
    bytes_ = bytes_.subspan(1);
    return byte;
  }

  std::span<const std::byte> bytes_;
  bool ok_ = true;
};

}  // namespace taproot::snapshot
