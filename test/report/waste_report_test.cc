#include <string>

#include "absl/strings/match.h"
#include "nlohmann/json.hpp"
#include "report/json_report.h"
#include "report/report_scenarios.h"
#include "report/text_report.h"
#include "report/waste_words.h"
#include "support/catch.h"
#include "support/waste_heap.h"

namespace taproot {
namespace {

using test::WasteHeap;

Report WasteReport(const HeapGraph& graph) {
  Report report = test::ReportOn(graph, "waste", "");
  PathGroups groups = MakePathGroups(graph, {});
  Waste waste = FindWaste(graph, groups, {});
  report.waste = WasteSection{std::move(waste), std::move(groups)};
  return report;
}

std::string Body(const Report& report, const RenderOptions& options) {
  const std::string text = RenderText(report, options);
  return text.substr(text.find("\n\n") + 2);
}

std::span<const uint8_t> BytesOf(std::string_view text) {
  return std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size());
}

TEST_CASE("waste is told with what it costs, who holds it and what to do", "[report][waste]") {
  const HeapGraph graph = WasteHeap(R"(
    Order.name = "Ada"
    Order.name = "Ada"
    Order.tags = list(100; "x")
    map = map(64; 30)
  )")
                              .Build();
  const Report report = WasteReport(graph);
  CHECK(Body(report, {.min_percent = 20}) ==
        R"(440 bytes to gain of the 2.0 KiB that are held strongly (21.2%)

colliding maps: 1 map with more than 80% of the entries behind another in their bucket
  look at hashCode() of the keys: it costs time rather than memory
        0 bytes  1 java.util.HashMap  static field com.acme.Main.map
    on the path
        0 bytes  1  static field com.acme.Main.map : HashMap

below 20% each (min=0 shows them): collections with much room 392 bytes, duplicate strings 48 bytes
)");
  CHECK(absl::StrContains(Body(report, {}), R"(
! collections with much room: 392 bytes to gain (18.8%), an estimate
  1 collection or map with less than 21% of the table in use
  give the size when they are made, or trim them once they are filled
      392 bytes  1 java.util.ArrayList  com.acme.Order.tags
    on the path
      392 bytes  1  static field com.acme.Main.ORDERS : Object[] → [] : Order → Order.tags : ArrayList
)"));
  CHECK(absl::StrContains(Body(report, {}), R"(
duplicate strings: 48 bytes to gain (2.3%)
  1 copy among Strings of 1 texts
)"));
}

TEST_CASE("waste in JSON has the numbers, and rows beyond the wanted are counted",
          "[report][waste]") {
  const HeapGraph graph = WasteHeap(R"(
    kept = "Ada"
    Order.name = "Ada"
    Order.city = "Ada"
  )")
                              .Build();
  const auto waste = nlohmann::json::parse(RenderJson(WasteReport(graph), {.top = 1}))["waste"];
  CHECK(waste["contentsKnown"] == true);
  CHECK(waste["bytesToGain"] == 96);
  const auto& kind = waste["kinds"][0];
  CHECK(kind["kind"] == "duplicate-strings");
  CHECK(kind["bytesToGain"] == 96);
  CHECK(kind["exact"] == true);
  CHECK(kind["notable"] == true);
  CHECK(kind["byOwner"].size() == 1);
  CHECK(kind["omittedOwners"] == 1);
  CHECK(kind["byPath"][0]["path"][2]["owner"] == "com.acme.Order");
  CHECK(kind["contents"] == 1);
  CHECK(kind["worst"][0]["objects"] == 3);
  CHECK_FALSE(kind["worst"][0].contains("content"));  // no sample was kept
}

TEST_CASE("without contents the report says what it cannot know", "[report][waste]") {
  const HeapGraph graph = WasteHeap("a = map(;)", false).Build();
  CHECK_THAT(Body(WasteReport(graph), {}),
             Catch::Matchers::ContainsSubstring("contents of arrays were not looked at"));
}

TEST_CASE("bytes of a string are read as the text that they more likely are", "[report][waste]") {
  CHECK(DecodeText(BytesOf("plain text")) == "plain text");
  CHECK(DecodeText(BytesOf("gr\xfc\xdf"
                           "e")) == "grüße");
  CHECK(DecodeText(BytesOf(std::string("\x41\x04\x42\x04", 4))) == "ст");
  CHECK(DecodeText(BytesOf(std::string("a\0b\0", 4))) == "ab");
  CHECK(DecodeText(BytesOf(std::string("\x3d\xd8\x00\xde", 4))) == "😀");
  // Half a pair, as where a sample is cut.
  CHECK(DecodeText(BytesOf(std::string("a\0\x3d\xd8", 4))) == "a\xef\xbf\xbd");
  // Control characters either way: Latin-1.
  CHECK(DecodeText(BytesOf(std::string("\x01\0\x02\0", 4))) == std::string("\x01\0\x02\0", 4));
  CHECK(DecodeText({}).empty());
}

TEST_CASE("the beginning of a content is told by the type of its elements", "[report][waste]") {
  WasteHeap heap(R"(
    text = "0123456789012345678901234567890123456789 and more"
    short = "Ada"
    ints = ints(1 4294967295 3 4 5 6 7 8 9)
    bytes = bytes(255 1)
  )");
  const NodeId nodes[] = {heap["text"], heap["short"], heap["ints"], heap["bytes"]};
  test::TestHeap& all = heap.heap();
  std::vector<ContentsPreview> previews;
  auto sample = [&](std::string_view bytes) {
    ContentsPreview preview{.hash = previews.size() + 1};
    preview.size = static_cast<uint32_t>(std::min<size_t>(bytes.size(), ContentsPreview::kBytes));
    std::copy_n(bytes.begin(), preview.size, preview.bytes.begin());
    previews.push_back(preview);
  };
  sample("0123456789012345678901234567890123456789 and more");
  sample("Ada");
  sample(std::string(
      "\1\0\0\0\xff\xff\xff\xff\3\0\0\0\4\0\0\0\5\0\0\0\6\0\0\0\7\0\0\0\10\0\0\0\11\0\0\0", 36));
  sample("\xff\1");
  all.builder().SetContents({{}, std::move(previews)});
  const HeapGraph graph = std::move(all).Build();
  auto words = [&](uint64_t number) {
    return ContentWords(graph, {.hash = number, .kept = nodes[number - 1]});
  };
  CHECK(words(1) == "\"0123456789012345678901234567890123456789\"…");
  CHECK(words(2) == "\"Ada\"");
  CHECK(words(3) == "int[9] {1, -1, 3, 4, 5, 6, 7, 8, …}");
  CHECK(words(4) == "byte[2] {-1, 1}");
  CHECK(ContentWords(graph, {.hash = 9, .kept = nodes[0]}).empty());
}

TEST_CASE("of a long path the middle is left out", "[report][waste]") {
  WasteHeap heap;
  NodeId inner = heap.Text("x");
  for (int i = 0; i < 12; ++i) {
    heap.heap().AddClass(absl::StrCat("com.acme.L", i), "java.lang.Object", {"Object in"});
    const NodeId outer = heap.heap().New(absl::StrCat("com.acme.L", i), 16);
    heap.heap().Set(outer, "in", inner);
    inner = outer;
  }
  heap.Hold("top", inner);
  const HeapGraph graph = std::move(heap).Build();
  const PathGroups groups = MakePathGroups(graph, {});
  CHECK(PathWords(groups, GroupId(groups.rows().size() - 1)) ==
        "static field com.acme.Main.top : L11 → L11.in : L10 → L10.in : L9 → L9.in : L8 → … → "
        "L2.in : L1 → L1.in : L0 → L0.in : String → String.value : byte[]");
}

}  // namespace
}  // namespace taproot
