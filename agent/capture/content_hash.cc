#include "capture/content_hash.h"

#include <array>
#include <cstring>

namespace taproot {
namespace {

constexpr size_t kLanes = 4;
constexpr size_t kStep = 16;  // bytes that one multiplication takes in
constexpr size_t kBlock = kLanes * kStep;

// Odd, with half of their bits set, and no two alike.
constexpr std::array<uint64_t, kLanes + 1> kSecrets = {0xa0761d6478bd642f, 0xe7037ed1a0b428db,
                                                       0x8ebc6af09c88c6e3, 0x589965cc75374cc3,
                                                       0x1d8e4e27c47d124f};

uint64_t Mix(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

template <typename Word>
uint64_t Load(const uint8_t* at) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

uint64_t Take(const uint8_t* at, uint64_t state, uint64_t secret) {
  return Mix(Load<uint64_t>(at) ^ secret, Load<uint64_t>(at + 8) ^ state);
}

// Two words that together hold every bit of at most 16 bytes.
std::array<uint64_t, 2> LoadShort(std::span<const uint8_t> bytes) {
  const uint8_t* at = bytes.data();
  const size_t size = bytes.size();
  if (size >= 8) return {Load<uint64_t>(at), Load<uint64_t>(at + size - 8)};
  if (size >= 4) return {Load<uint32_t>(at), Load<uint32_t>(at + size - 4)};
  if (size == 0) return {0, 0};
  return {uint64_t{at[0]} << 16 | uint64_t{at[size / 2]} << 8 | at[size - 1], 0};
}

}  // namespace

uint64_t HashContents(std::span<const uint8_t> bytes, uint64_t seed) {
  const size_t size = bytes.size();
  uint64_t state = Mix(seed ^ kSecrets[0], size ^ kSecrets[1]);
  const uint8_t* at = bytes.data();
  size_t left = size;
  if (left > kBlock) {
    std::array<uint64_t, kLanes> lanes = {state, state, state, state};
    for (; left > kBlock; left -= kBlock, at += kBlock) {
      for (size_t i = 0; i < kLanes; ++i) {
        lanes[i] = Take(at + i * kStep, lanes[i], kSecrets[i + 1]);
      }
    }
    state = lanes[0] ^ lanes[1] ^ lanes[2] ^ lanes[3];
  }
  for (; left > kStep; left -= kStep, at += kStep) state = Take(at, state, kSecrets[1]);
  // The last 16 bytes, some of which may have been taken already.
  const std::array<uint64_t, 2> rest = LoadShort(size <= kStep ? bytes : bytes.last(kStep));
  return Mix(kSecrets[2] ^ size, Mix(rest[0] ^ kSecrets[3], rest[1] ^ state));
}

uint32_t CountTrailingZeros(std::span<const uint8_t> bytes, uint32_t width) {
  size_t end = bytes.size();
  while (end >= sizeof(uint64_t) && Load<uint64_t>(&bytes[end - sizeof(uint64_t)]) == 0) {
    end -= sizeof(uint64_t);
  }
  while (end > 0 && bytes[end - 1] == 0) --end;
  return static_cast<uint32_t>((bytes.size() - end) / width);
}

bool IsConstant(std::span<const uint8_t> bytes, uint32_t width) {
  if (bytes.size() <= width) return true;
  return std::memcmp(bytes.data(), &bytes[width], bytes.size() - width) == 0;
}

}  // namespace taproot
