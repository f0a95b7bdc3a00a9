#include "capture/fork/node_index.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "support/catch.h"

namespace taproot {
namespace {

constexpr Address kBegin = 0x100000000;
constexpr uint64_t kBytes = uint64_t{1} << 22;

TEST_CASE("objects are numbered in the order of their addresses", "[fork]") {
  const uint32_t alignment = GENERATE(8U, 16U, 256U);
  NodeIndex index(kBegin, kBegin + kBytes, alignment);
  std::mt19937_64 random(alignment);
  std::set<Address> objects;
  for (int i = 0; i < 5000; ++i) {
    // Some close together, some far apart.
    const uint64_t stretch = i % 3 == 0 ? kBytes : 4096;
    objects.insert(kBegin + random() % (stretch / alignment) * alignment);
  }
  for (Address object : objects) {
    CHECK(index.Mark(object));
    CHECK_FALSE(index.Mark(object));
  }
  REQUIRE(index.Number().ok());
  REQUIRE(index.size() == objects.size());
  uint32_t number = 0;
  for (Address object : objects) {
    CHECK(index.IsMarked(object));
    CHECK(index.Find(object) == NodeId(number));
    CHECK(index.AddressOf(NodeId(number)) == object);
    ++number;
  }
}

TEST_CASE("what is no object has no number", "[fork]") {
  NodeIndex index(kBegin, kBegin + kBytes, 8);
  index.Mark(kBegin);
  index.Mark(kBegin + kBytes - 8);
  REQUIRE(index.Number().ok());
  CHECK(index.Find(kBegin) == NodeId(0));
  CHECK(index.Find(kBegin + kBytes - 8) == NodeId(1));
  for (Address other :
       {Address{0}, kBegin - 8, kBegin + 4, kBegin + 8, kBegin + kBytes, ~Address{0}}) {
    CHECK_FALSE(index.Find(other).valid());
  }
  CHECK(index.AddressOf(NodeId()) == 0);
  CHECK(index.AddressOf(NodeId(2)) == 0);
}

TEST_CASE("parts of the index together are all objects, in order", "[fork]") {
  NodeIndex index(kBegin, kBegin + kBytes, 8);
  std::mt19937_64 random(7);
  for (int i = 0; i < 10000; ++i) index.Mark(kBegin + random() % (kBytes / 8) * 8);
  REQUIRE(index.Number().ok());
  std::map<uint32_t, Address> seen;
  for (uint64_t begin = 0; begin < index.words();) {
    const uint64_t end = std::min(begin + 1 + random() % 500, index.words());
    index.ForEachIn(begin, end, [&](NodeId node, Address object) {
      CHECK(seen.emplace(node.value, object).second);
    });
    begin = end;
  }
  REQUIRE(seen.size() == index.size());
  for (const auto& [node, object] : seen) CHECK(index.Find(object) == NodeId(node));
}

}  // namespace
}  // namespace taproot
