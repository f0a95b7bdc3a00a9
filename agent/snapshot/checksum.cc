#include "snapshot/checksum.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace taproot::snapshot {
namespace {

constexpr uint64_t kPrime1 = 0x9E3779B185EBCA87;
constexpr uint64_t kPrime2 = 0xC2B2AE3D27D4EB4F;
constexpr uint64_t kPrime3 = 0x165667B19E3779F9;
constexpr uint64_t kPrime4 = 0x85EBCA77C2B2AE63;
constexpr uint64_t kPrime5 = 0x27D4EB2F165667C5;

template <typename Word>
Word Load(const std::byte* from) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

uint64_t Round(uint64_t lane, uint64_t word) {
  return std::rotl(lane + word * kPrime2, 31) * kPrime1;
}

}  // namespace

void Checksum::Mix(const std::byte* block) {
  for (size_t i = 0; i < lanes_.size(); ++i) {
    lanes_[i] = Round(lanes_[i], Load<uint64_t>(block + 8 * i));
  }
}

void Checksum::Update(std::span<const std::byte> bytes) {
  const size_t held = length_ % kBlock;
  length_ += bytes.size();
  if (held > 0) {
    const size_t part = std::min(kBlock - held, bytes.size());
    std::copy_n(bytes.begin(), part, pending_.begin() + static_cast<ptrdiff_t>(held));
    bytes = bytes.subspan(part);
    if (held + part < kBlock) return;
    Mix(pending_.data());
  }
  for (; bytes.size() >= kBlock; bytes = bytes.subspan(kBlock)) Mix(bytes.data());
  std::ranges::copy(bytes, pending_.begin());
}

uint64_t Checksum::value() const {
  uint64_t sum = kPrime5;
  if (length_ >= kBlock) {
    sum = std::rotl(lanes_[0], 1) + std::rotl(lanes_[1], 7) + std::rotl(lanes_[2], 12) +
          std::rotl(lanes_[3], 18);
    for (uint64_t lane : lanes_) sum = (sum ^ Round(0, lane)) * kPrime1 + kPrime4;
  }
  sum += length_;
  const std::byte* at = pending_.data();
  const std::byte* const end = at + length_ % kBlock;
  for (; end - at >= 8; at += 8) {
    sum = std::rotl(sum ^ Round(0, Load<uint64_t>(at)), 27) * kPrime1 + kPrime4;
  }
  if (end - at >= 4) {
    sum = std::rotl(sum ^ (Load<uint32_t>(at) * kPrime1), 23) * kPrime2 + kPrime3;
    at += 4;
  }
  for (; at != end; ++at) {
    sum = std::rotl(sum ^ (static_cast<uint64_t>(*at) * kPrime5), 11) * kPrime1;
  }
  sum = (sum ^ (sum >> 33)) * kPrime2;
  sum = (sum ^ (sum >> 29)) * kPrime3;
  return sum ^ (sum >> 32);
}

}  // namespace taproot::snapshot
