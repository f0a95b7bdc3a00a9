#include "capture/array_contents_log.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "support/catch.h"

namespace taproot {
namespace {

void Note(ArrayContentsLog& log, ObjectKey key, std::string_view bytes) {
  REQUIRE(log.Note(key, JVMTI_PRIMITIVE_TYPE_BYTE, bytes.data(), static_cast<jint>(bytes.size())));
}

// Numbers the keys in their order.
std::function<NodeId(ObjectKey)> NodesOf(std::vector<ObjectKey> keys) {
  return [keys](ObjectKey key) {
    const auto at = std::ranges::find(keys, key);
    return at == keys.end() ? NodeId() : NodeId(static_cast<size_t>(at - keys.begin()));
  };
}

std::string Shown(const ContentsTable& table, uint64_t hash) {
  const ContentsPreview* preview = table.FindPreview(hash);
  if (preview == nullptr) return "none";
  return {preview->shown().begin(), preview->shown().end()};
}

TEST_CASE("what is noted of an array is found by its node", "[capture][contents]") {
  ArrayContentsLog log;
  const int32_t ints[] = {7, 7, 0};
  REQUIRE(log.Note(64, JVMTI_PRIMITIVE_TYPE_INT, ints, 3));
  REQUIRE(log.Note(8, JVMTI_PRIMITIVE_TYPE_INT, ints, 2));
  REQUIRE(log.Note(32, JVMTI_PRIMITIVE_TYPE_FLOAT, ints, 2));
  REQUIRE(log.Note(16, JVMTI_PRIMITIVE_TYPE_LONG, ints, 0));
  REQUIRE(log.Note(800, JVMTI_PRIMITIVE_TYPE_INT, ints, 2));  // of an object that is no node
  const ContentsTable table = log.Resolve(NodesOf({8, 16, 32, 64}));
  REQUIRE(table.arrays.size() == 4);
  CHECK(table.FitsInto(4));
  CHECK_FALSE(table.FitsInto(3));
  const ArrayContents* two = table.Find(NodeId(0));
  REQUIRE(two != nullptr);
  CHECK(two->constant == 1);
  CHECK(two->trailing_zeros == 0);
  CHECK(table.Find(NodeId(1))->constant == 1);
  CHECK(table.Find(NodeId(2))->hash != two->hash);  // of another type
  const ArrayContents* three = table.Find(NodeId(3));
  CHECK(three->constant == 0);
  CHECK(three->trailing_zeros == 1);
  CHECK(table.Find(NodeId(4)) == nullptr);
}

TEST_CASE("the beginning of what comes more than once is kept", "[capture][contents]") {
  ArrayContentsLog log;
  const std::string text(100, 'x');
  Note(log, 8, text);
  Note(log, 16, "once");
  Note(log, 24, text);
  const ContentsTable table = log.Resolve(NodesOf({8, 16, 24}));
  CHECK(Shown(table, table.Find(NodeId(0))->hash) == text.substr(0, ContentsPreview::kBytes));
  CHECK(Shown(table, table.Find(NodeId(1))->hash) == "none");
}

TEST_CASE("what comes most often is kept among millions that come once", "[capture][contents]") {
  ArrayContentsLog log;
  uint64_t key = 0;
  for (uint32_t i = 0; i < 300'000; ++i) {
    Note(log, key += 8, "unique " + std::to_string(i));
    if (i % 1000 == 0) Note(log, key += 8, "again and again");
  }
  const ContentsTable table = log.Resolve([](ObjectKey k) { return NodeId(k / 8 - 1); });
  CHECK(Shown(table, table.Find(NodeId(1))->hash) == "again and again");
}

}  // namespace
}  // namespace taproot
