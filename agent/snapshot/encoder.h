// Records as bytes. Numbers are varints of 7 bits a byte, the lowest first, a further byte
// announced by the eighth bit; signed ones zigzag before. Texts and lists begin with their length.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "snapshot/records.h"

namespace taproot::snapshot {

class Encoder {
 public:
  template <typename... Fields>
  void operator()(const Fields&... fields) {
    (Put(fields), ...);
  }

  const std::string& bytes() const { return bytes_; }

 private:
  template <typename T>
  void Put(const T& value) {
    if constexpr (std::is_enum_v<T>) {
      PutVarint(static_cast<uint64_t>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
      PutFixed(std::bit_cast<uint64_t>(static_cast<double>(value)));
    } else if constexpr (std::is_unsigned_v<T>) {
      PutVarint(value);
    } else if constexpr (std::is_signed_v<T>) {
      const auto wide = static_cast<int64_t>(value);
      PutVarint((static_cast<uint64_t>(wide) << 1) ^ static_cast<uint64_t>(wide >> 63));
    } else {
      ForFields(*this, value);
    }
  }
  // One more than the number, so that none is a small number too.
  template <typename Tag>
  void Put(Id<Tag> id) {
    PutVarint(uint32_t{id.value + 1});
  }
  void Put(const std::string& text) {
    PutVarint(text.size());
    bytes_ += text;
  }
  template <size_t kSize>
  void Put(const std::array<uint8_t, kSize>& bytes) {
    for (uint8_t byte : bytes) bytes_ += static_cast<char>(byte);
  }
  template <typename First, typename Second>
  void Put(const std::pair<First, Second>& pair) {
    (*this)(pair.first, pair.second);
  }
  template <typename T>
  void Put(const std::vector<T>& list) {
    PutAll(list);
  }
  template <typename Key, typename Value>
  void Put(const std::map<Key, Value>& map) {
    PutAll(map);
  }
  template <typename T>
  void Put(const FrozenArray<T>& list) {
    PutAll(list);
  }

  template <typename Range>
  void PutAll(const Range& range) {
    PutVarint(range.size());
    for (const auto& element : range) Put(element);
  }
  void PutVarint(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }
  void PutFixed(uint64_t value) {
    for (int i = 0; i < 8; ++i) bytes_ += static_cast<char>(value >> (8 * i));
  }

  std::string bytes_;
};

}  // namespace taproot::snapshot
