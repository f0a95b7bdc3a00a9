// XXH64 with seed 0, by Yann Collet: github.com/Cyan4973/xxHash, doc/xxhash_spec.md. It guards
// against what happens to files, not against an enemy.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace taproot::snapshot {

class Checksum {
 public:
  void Update(std::span<const std::byte> bytes);
  uint64_t value() const;

  static uint64_t Of(std::span<const std::byte> bytes) {
    Checksum checksum;
    checksum.Update(bytes);
    return checksum.value();
  }

 private:
  static constexpr size_t kBlock = 32;  // bytes, a word for each of four lanes

  void Mix(const std::byte* block);

  std::array<uint64_t, 4> lanes_ = {0x60EA27EEADC0B5D6, 0xC2B2AE3D27D4EB4F, 0, 0x61C8864E7A143579};
  std::array<std::byte, kBlock> pending_ = {};  // the last length_ % kBlock bytes
  uint64_t length_ = 0;
};

}  // namespace taproot::snapshot
