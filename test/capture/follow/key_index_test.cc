#include "capture/follow/key_index.h"

#include <iterator>
#include <random>
#include <set>

#include "support/catch.h"

namespace taproot {
namespace {

constexpr ObjectKey kPage = ObjectKey{1} << 20;

KeyIndex IndexOf(const std::vector<ObjectKey>& keys) {
  KeyIndex index;
  for (ObjectKey key : keys) REQUIRE(index.Insert(key).ok());
  index.Seal();
  return index;
}

// Keys get the numbers that their order in a set gives them, and nothing beside them has one.
void CheckNumbers(const std::vector<ObjectKey>& keys) {
  const KeyIndex index = IndexOf(keys);
  const std::set<ObjectKey> set(keys.begin(), keys.end());
  REQUIRE(index.size() == set.size());
  size_t rank = 0;
  for (ObjectKey key : set) {
    if (index.Find(key) != NodeId(rank++)) FAIL("key " << key << " is not number " << rank - 1);
    for (ObjectKey other : {key - 8, key + 8, key - kPage, key + kPage, key + 64 * kPage}) {
      if (index.Find(other).valid() != set.contains(other)) FAIL("key " << other);
    }
  }
}

TEST_CASE("Without keys nothing is found", "[capture][key_index]") {
  KeyIndex index;
  CHECK_FALSE(index.Find(0).valid());
  index.Seal();
  CHECK(index.size() == 0);
  CHECK_FALSE(index.Find(0).valid());
  CHECK_FALSE(index.Find(~ObjectKey{7}).valid());
}

TEST_CASE("Keys are numbered in rising order, whatever the order they came in",
          "[capture][key_index]") {
  const KeyIndex index = IndexOf({4096, 8, 1048576, 16, 4104});
  CHECK(index.size() == 5);
  CHECK(index.Find(8) == NodeId(0));
  CHECK(index.Find(16) == NodeId(1));
  CHECK(index.Find(4096) == NodeId(2));
  CHECK(index.Find(4104) == NodeId(3));
  CHECK(index.Find(1048576) == NodeId(4));
  CHECK_FALSE(index.Find(24).valid());
}

TEST_CASE("A key that comes twice counts once", "[capture][key_index]") {
  CheckNumbers({64, 64, 8, 64});
}

TEST_CASE("Every word of a page has a number of its own", "[capture][key_index]") {
  std::vector<ObjectKey> keys;
  for (ObjectKey key = 3 * kPage; key < 5 * kPage; key += 8) keys.push_back(key);
  CheckNumbers(keys);
}

TEST_CASE("Keys at the ends of pages and of blocks are told apart", "[capture][key_index]") {
  std::vector<ObjectKey> keys;
  for (ObjectKey page : {7, 8, 11}) {
    for (ObjectKey offset : {ObjectKey{0}, ObjectKey{504}, ObjectKey{512}, ObjectKey{4088},
                             ObjectKey{4096}, kPage - 8}) {
      keys.push_back(page * kPage + offset);
    }
  }
  CheckNumbers(keys);
}

TEST_CASE("Keys may come from the top downwards", "[capture][key_index]") {
  std::vector<ObjectKey> keys;
  for (ObjectKey page = 3000; page-- > 0;) keys.push_back(page * kPage + page % 100 * 8);
  CheckNumbers(keys);
}

TEST_CASE("Random keys are numbered as a set orders them", "[capture][key_index]") {
  std::mt19937_64 random(99);
  for (int round = 0; round < 60; ++round) {
    const ObjectKey base = (random() >> (17 + random() % 20)) & ~ObjectKey{7};
    const ObjectKey span = ObjectKey{1} << (6 + random() % 26);  // 64 bytes to 2 GiB
    std::vector<ObjectKey> keys(1 + random() % 2000);
    for (ObjectKey& key : keys) key = base + (random() % span & ~ObjectKey{7});
    INFO("round " << round);
    CheckNumbers(keys);
  }
}

TEST_CASE("Keys may lie a terabyte apart", "[capture][key_index]") {
  CheckNumbers({ObjectKey{5} << 40, ObjectKey{6} << 40, ObjectKey{4} << 40});
}

TEST_CASE("Keys that lie too far apart are refused, and the others stay", "[capture][key_index]") {
  const ObjectKey middle = ObjectKey{1} << 50;
  const ObjectKey far = kPage << 24;
  KeyIndex index;
  REQUIRE(index.Insert(middle).ok());
  CHECK(absl::IsResourceExhausted(index.Insert(middle + far)));
  CHECK(absl::IsResourceExhausted(index.Insert(middle - far)));
  CHECK(absl::IsResourceExhausted(index.Insert(8)));
  CHECK(absl::IsResourceExhausted(index.Insert(~ObjectKey{7})));
  REQUIRE(index.Insert(middle + 8).ok());
  index.Seal();
  CHECK(index.size() == 2);
  CHECK(index.Find(middle) == NodeId(0));
  CHECK(index.Find(middle + 8) == NodeId(1));
  CHECK_FALSE(index.Find(middle + far).valid());
  CHECK_FALSE(index.Find(8).valid());
}

}  // namespace
}  // namespace taproot
