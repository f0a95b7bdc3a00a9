#include <map>
#include <string>
#include <vector>

#include "analysis/waste_text.h"
#include "support/catch.h"
#include "support/random_graph.h"

namespace taproot {
namespace {

using test::Lines;
using test::Owners;
using test::WasteHeap;
using test::WasteOf;

TEST_CASE("of equal strings the one on the best path is kept, with its array",
          "[analysis][waste]") {
  CHECK(Owners(R"(
    Order.name = "Ada"
    Order.name = "Ada"
    Order.name = "Bob"
    Order.city = "Ada"
    other = "Ada"
  )",
               WasteKind::kDuplicateStrings) ==
        Lines{"com.acme.Order.name java.lang.String: 2, 96 of 96 bytes",
              "com.acme.Order.city java.lang.String: 1, 48 of 48 bytes"});
}

TEST_CASE("strings that share an array hold it once", "[analysis][waste]") {
  const HeapGraph graph = WasteHeap(R"(
    array = bytes(65 66 67 68 69 70 71 72 73)
    a = string(array)
    b = string(array)
    c = "ABCDEFGHI"
    d = "ABCDEFGHI"
  )")
                              .Build();
  const Waste waste = WasteOf(graph);
  const WasteOfKind* strings = test::Find(waste, WasteKind::kDuplicateStrings);
  REQUIRE(strings != nullptr);
  CHECK(strings->sum.objects == 3);
  CHECK(strings->sum.bytes_to_gain == 3 * 24 + 2 * 32);
  REQUIRE(strings->worst.size() == 1);
  CHECK(strings->contents == 1);
  CHECK(strings->worst[0].objects == 4);
  CHECK(strings->worst[0].arrays == 3);
  CHECK(strings->worst[0].bytes_to_gain == strings->sum.bytes_to_gain);
  CHECK(strings->worst[0].hash ==
        graph.contents().Find(graph.FieldTarget(strings->worst[0].kept, "value"))->hash);
  CHECK(test::Find(waste, WasteKind::kDuplicateArrays) == nullptr);
}

TEST_CASE("the insides of collections are not where a string is held", "[analysis][waste]") {
  CHECK(Owners(R"(
    kept = "x"
    Order.tags = list(4; "x" "x")
    Order.nested = list(2; list(2; "x" "x") list(2; "x" "x"))
  )",
               WasteKind::kDuplicateStrings) ==
        Lines{"com.acme.Order.nested java.lang.String: 4, 192 of 192 bytes",
              "com.acme.Order.tags java.lang.String: 2, 96 of 96 bytes"});
}

TEST_CASE("arrays are equal if type, length and elements are", "[analysis][waste]") {
  CHECK(Owners(R"(
    a = ints(1 2 3)
    b = ints(1 2 3)
    c = ints(1 2 4)
    d = longs(1 2 3)
    e = chars(1 2 3)
    f = ints(1 2)
    g = bytes(49 50 51)      # the bytes of the text below: arrays of strings are not counted here
    text = "123"
  )",
               WasteKind::kDuplicateArrays) ==
        Lines{"static field com.acme.Main.b int[]: 1, 32 of 32 bytes"});
}

TEST_CASE("what is not held strongly is no waste", "[analysis][waste]") {
  WasteHeap heap("kept = \"Ada\"");
  heap.Text("Ada");  // garbage
  const NodeId reference = heap.heap().New("java.lang.ref.WeakReference", 48);
  heap.heap().Set(reference, "referent", heap.Text("Ada"));
  heap.Hold("weakly", reference);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Owners(WasteOf(graph), WasteKind::kDuplicateStrings).empty());
}

TEST_CASE("without contents there are no duplicates, and arrays still belong to their strings",
          "[analysis][waste]") {
  const HeapGraph graph = WasteHeap(R"(
    a = ""
    b = ""
    c = bytes()
    d = bytes()
  )",
                                    false)
                              .Build();
  const Waste waste = WasteOf(graph);
  CHECK_FALSE(waste.contents_known);
  CHECK(waste.kinds.size() == 1);
  CHECK(Owners(waste, WasteKind::kEmptyArrays) ==
        Lines{"static field com.acme.Main.d byte[]: 1, 16 of 16 bytes"});
}

TEST_CASE("only the worst duplicates are named, and all are counted", "[analysis][waste]") {
  const HeapGraph graph = WasteHeap(R"(
    a = list(8; "x" "x" "long enough for more" "long enough for more" "y" "y" "y" "z")
  )")
                              .Build();
  const Waste waste = WasteOf(graph, {.worst = 2});
  const WasteOfKind* strings = test::Find(waste, WasteKind::kDuplicateStrings);
  REQUIRE(strings != nullptr);
  CHECK(strings->contents == 3);
  CHECK(strings->sum.objects == 4);
  REQUIRE(strings->worst.size() == 2);
  CHECK(strings->worst[0].objects == 3);  // "y", 96 bytes
  CHECK(strings->worst[1].objects == 2);
  CHECK(strings->worst[1].bytes_to_gain == 24 + 40);
}

// Strings over a few texts, sharing arrays at random, and arrays beside them, each held in one of
// three ways. All pairs are compared.
TEST_CASE("duplicates are those that a comparison of all with all finds", "[analysis][waste]") {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    test::Random random(seed);
    WasteHeap heap;
    struct Copy {
      std::string text;
      NodeId array;
      uint64_t bytes;
    };
    std::vector<Copy> arrays;
    std::vector<Copy> strings;  // of the array `array`
    const uint32_t count = random.Below(40);
    for (uint32_t i = 0; i < count; ++i) {
      const std::string text(1 + random.Below(20), static_cast<char>('a' + random.Below(2)));
      const std::vector<uint8_t> bytes(text.begin(), text.end());
      const bool is_string = random.OneIn(2);
      NodeId array;
      if (is_string && !strings.empty() && random.OneIn(4)) {
        const Copy shared = strings[random.Below(static_cast<uint32_t>(strings.size()))];
        strings.push_back(shared);
        array = shared.array;
      } else {
        array = heap.Bytes(bytes);
        (is_string ? strings : arrays).push_back({text, array, (16 + text.size() + 7) / 8 * 8});
      }
      heap.Hold(absl::StrCat("s", i), is_string ? heap.TextOf(array) : array);
    }
    uint64_t string_bytes = 0;
    for (size_t i = 0; i < strings.size(); ++i) {
      bool text_before = false;
      bool array_before = false;
      for (size_t j = 0; j < i; ++j) {
        text_before |= strings[j].text == strings[i].text;
        array_before |= strings[j].array == strings[i].array;
      }
      if (text_before) string_bytes += 24 + (array_before ? 0 : strings[i].bytes);
    }
    uint64_t array_bytes = 0;
    for (size_t i = 0; i < arrays.size(); ++i) {
      bool before = false;
      for (size_t j = 0; j < i; ++j) before |= arrays[j].text == arrays[i].text;
      if (before && arrays[i].text.size() == 1) array_bytes += arrays[i].bytes;
    }
    const HeapGraph graph = std::move(heap).Build();
    const Waste waste = WasteOf(graph);
    auto gain = [&](WasteKind kind) {
      const WasteOfKind* of_kind = test::Find(waste, kind);
      return of_kind == nullptr ? 0 : of_kind->sum.bytes_to_gain;
    };
    INFO("seed " << seed);
    REQUIRE(gain(WasteKind::kDuplicateStrings) == string_bytes);
    // Texts are one letter, repeated: the longer ones count as constant.
    REQUIRE(gain(WasteKind::kDuplicateArrays) == array_bytes);
  }
}

}  // namespace
}  // namespace taproot
