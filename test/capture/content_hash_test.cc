#include "capture/content_hash.h"

#include <map>
#include <set>
#include <vector>

#include "support/catch.h"
#include "support/random_graph.h"

namespace taproot {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes RandomBytes(test::Random& random, size_t size) {
  Bytes bytes(size);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Next());
  return bytes;
}

// In the middle of other bytes, at every alignment.
uint64_t HashAt(const Bytes& bytes, size_t offset, uint8_t around) {
  Bytes surrounded(bytes.size() + 16, around);
  std::copy(bytes.begin(), bytes.end(), surrounded.begin() + static_cast<std::ptrdiff_t>(offset));
  return HashContents(std::span(surrounded).subspan(offset, bytes.size()), 7);
}

TEST_CASE("the hash depends on the bytes alone, wherever they lie", "[capture][contents]") {
  test::Random random(1);
  for (size_t size = 0; size <= 300; ++size) {
    const Bytes bytes = RandomBytes(random, size);
    const uint64_t hash = HashAt(bytes, 0, 0);
    for (size_t offset = 1; offset < 16; ++offset) {
      if (HashAt(bytes, offset, 0xff) != hash) FAIL(size << " bytes at " << offset);
    }
  }
}

TEST_CASE("every bit, the length and the seed change the hash", "[capture][contents]") {
  test::Random random(2);
  for (size_t size = 0; size <= 200; ++size) {
    Bytes bytes = RandomBytes(random, size);
    std::set<uint64_t> hashes = {HashContents(bytes, 7)};
    for (size_t bit = 0; bit < size * 8; ++bit) {
      bytes[bit / 8] ^= static_cast<uint8_t>(1u << (bit % 8));
      hashes.insert(HashContents(bytes, 7));
      bytes[bit / 8] ^= static_cast<uint8_t>(1u << (bit % 8));
    }
    hashes.insert(HashContents(bytes, 8));
    bytes.push_back(0);
    hashes.insert(HashContents(bytes, 7));
    if (hashes.size() != size * 8 + 3) FAIL(size << " bytes: " << hashes.size());
  }
}

TEST_CASE("zeros of different lengths, and short texts, have different hashes",
          "[capture][contents]") {
  std::set<uint64_t> hashes;
  size_t expected = 0;
  for (size_t size = 0; size < 2000; ++size, ++expected) {
    hashes.insert(HashContents(Bytes(size), 7));
  }
  for (uint32_t number = 0; number < 100'000; ++number, ++expected) {
    const std::string text = "person " + std::to_string(number);
    hashes.insert(HashContents(Bytes(text.begin(), text.end()), 7));
  }
  CHECK(hashes.size() == expected);
}

TEST_CASE("the bits of hashes of a counter are spread over a table", "[capture][contents]") {
  constexpr uint32_t kSlots = 1 << 10;
  std::map<uint64_t, uint32_t> low;
  std::map<uint64_t, uint32_t> high;
  for (uint32_t number = 0; number < 100 * kSlots; ++number) {
    Bytes bytes(4);
    for (size_t i = 0; i < 4; ++i) bytes[i] = static_cast<uint8_t>(number >> (8 * i));
    const uint64_t hash = HashContents(bytes, 7);
    ++low[hash % kSlots];
    ++high[hash / (UINT64_MAX / kSlots + 1)];
  }
  for (const auto& slots : {low, high}) {
    REQUIRE(slots.size() == kSlots);
    for (const auto& [slot, count] : slots) {
      if (count < 50 || count > 160) FAIL("slot " << slot << " has " << count);
    }
  }
}

TEST_CASE("the hash is the same in every version, since snapshots are compared by it",
          "[capture][contents]") {
  const Bytes text = {'J', 'a', 'v', 'a'};
  Bytes long_one(1000);
  for (size_t i = 0; i < long_one.size(); ++i) long_one[i] = static_cast<uint8_t>(i);
  CHECK(HashContents({}, 0) == 0x3429a2573a6e47e1);
  CHECK(HashContents(text, 8) == 0x832c7dba447c269e);
  CHECK(HashContents(long_one, 8) == 0x81f949aab2555460);
}

TEST_CASE("zeros at the end are counted in whole elements", "[capture][contents]") {
  CHECK(CountTrailingZeros(Bytes{}, 1) == 0);
  CHECK(CountTrailingZeros(Bytes{0, 0, 0}, 1) == 3);
  CHECK(CountTrailingZeros(Bytes{1, 0, 0}, 1) == 2);
  CHECK(CountTrailingZeros(Bytes{0, 0, 1}, 1) == 0);
  // Little-endian shorts: 256, 1, 0.
  CHECK(CountTrailingZeros(Bytes{0, 1, 1, 0, 0, 0}, 2) == 1);
  test::Random random(3);
  for (uint32_t width : {1u, 2u, 4u, 8u}) {
    for (uint32_t run = 0; run < 500; ++run) {
      Bytes bytes(size_t{random.Below(12)} * width);
      const uint32_t length = static_cast<uint32_t>(bytes.size()) / width;
      const uint32_t zeros = length == 0 ? 0 : random.Below(length + 1);
      for (size_t i = 0; i < size_t{length - zeros} * width; ++i) bytes[i] = 0;
      if (zeros < length) bytes[size_t{length - zeros - 1} * width + random.Below(width)] = 9;
      if (CountTrailingZeros(bytes, width) != zeros) FAIL(length << " of " << width);
    }
  }
}

TEST_CASE("a run is constant if all its elements are equal", "[capture][contents]") {
  CHECK(IsConstant(Bytes{}, 8));
  CHECK(IsConstant(Bytes{1, 2, 3, 4}, 4));
  CHECK(IsConstant(Bytes{1, 2, 1, 2, 1, 2}, 2));
  CHECK_FALSE(IsConstant(Bytes{1, 2, 1, 2, 1, 3}, 2));
  CHECK_FALSE(IsConstant(Bytes{1, 2, 1, 2}, 1));
  CHECK(IsConstant(Bytes(4096), 8));
  Bytes almost(4096);
  almost.back() = 1;
  CHECK_FALSE(IsConstant(almost, 8));
}

}  // namespace
}  // namespace taproot
