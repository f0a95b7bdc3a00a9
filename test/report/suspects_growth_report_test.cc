// What the sections on suspects and growth say.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "report/golden.h"
#include "report/growth_words.h"
#include "report/report_scenarios.h"
#include "report/suspect_words.h"
#include "support/catch.h"
#include "taproot/growth.h"
#include "taproot/report.h"
#include "taproot/suspects.h"

namespace taproot {
namespace {

using test::CheckGolden;
using test::ReportHeap;

// Registry.active -> HashMap -table-> Node[] -> n Nodes -value-> Session -data-> byte[]
HeapGraph SessionHeap(uint32_t sessions) {
  ReportHeap heap;
  test::SetVmAndCapture(heap);
  heap.AddClass("java.util.HashMap", "java.lang.Object", {"Node[] table"});
  heap.AddClass("java.util.HashMap$Node", "java.lang.Object", {"Object key", "Object value"});
  heap.AddClass("java.util.HashMap$Node[]");
  heap.AddClass("com.acme.Session", "java.lang.Object", {"byte[] data"});
  heap.AddRoot(RootKind::kJniGlobal, heap.New("com.acme.Big", 16));
  const NodeId registry = heap.AppClass("com.acme.Registry", {"static Object active"});
  const NodeId map = heap.NewIn(registry, "active", "java.util.HashMap");
  const NodeId table = heap.NewArray("java.util.HashMap$Node[]", 4096, 1024);
  heap.Set(map, "table", table);
  for (uint32_t i = 0; i < sessions; ++i) {
    const NodeId node = heap.New("java.util.HashMap$Node", 32);
    heap.SetElement(table, i, node);
    const NodeId session = heap.New("com.acme.Session", 24);
    heap.Set(node, "value", session);
    heap.Set(session, "data", heap.NewArray("byte[]", 1016, 1000));
  }
  return std::move(heap).Build();
}

Report SuspectsReport(const HeapGraph& graph, double min_percent) {
  Report report{.verb = "suspects", .graph = &graph};
  report.suspects = FindSuspects(graph, MakeDominatorTree(graph, {}), {.min_percent = min_percent});
  return report;
}

Report GrowthSection(const HeapGraph& last, const std::vector<uint32_t>& rounds) {
  GrowthDetector detector;
  int64_t when_ms = 1'750'000'000'000;
  for (const uint32_t sessions : rounds) {
    detector.Round(SessionHeap(sessions), when_ms);
    when_ms += 30'000;
  }
  Report report{.verb = "growth", .graph = &last};
  const DominatorTree tree = MakeDominatorTree(last, {});
  report.growth = detector.Report(last, &tree);
  return report;
}

TEST_CASE("text: a suspect with where it piled up", "[report][suspects]") {
  const HeapGraph graph = SessionHeap(400);
  CheckGolden("suspects.txt", Render(SuspectsReport(graph, 10), Format::kText, {}));
}

TEST_CASE("text: without a suspect the heaviest is told", "[report][suspects]") {
  const HeapGraph graph = SessionHeap(400);
  const std::string text = Render(SuspectsReport(graph, 100), Format::kText, {});
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("no suspect: nothing keeps 100% or more"));
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring(
                       "HEAVIEST  static field com.acme.Registry.active   keeps "));
}

TEST_CASE("text: what grows, how fast, and when the heap is full", "[report][growth]") {
  const HeapGraph last = SessionHeap(300);
  const Report report = GrowthSection(last, {100, 200, 300});
  CheckGolden("growth.txt", Render(report, Format::kText, {}));
  CheckGolden("growth.jsonl", Render(report, Format::kJsonLines, {}));
  CheckGolden("growth.folded", Render(report, Format::kFlame, {}));
  CheckGolden("growth.prom", Render(report, Format::kPrometheus, {}));
}

TEST_CASE("text: nothing grows", "[report][growth]") {
  const HeapGraph last = SessionHeap(100);
  const std::string text = Render(GrowthSection(last, {100, 100}), Format::kText, {});
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("nothing grew in every round\n"));
  CHECK(text.find("at this rate") == std::string::npos);
  CHECK_THAT(Render(GrowthSection(last, {100}), Format::kText, {}),
             Catch::Matchers::ContainsSubstring("what grows is known after two rounds\n"));
}

TEST_CASE("JSON: suspects and growth", "[report][suspects][growth]") {
  const HeapGraph last = SessionHeap(300);
  Report report = GrowthSection(last, {100, 200, 300});
  report.suspects = SuspectsReport(last, 10).suspects;
  CheckGolden("suspects_growth.json", Render(report, Format::kJson, {}));
}

TEST_CASE("ways, histories and rates in words", "[report][growth]") {
  CHECK(WayText(std::vector<PathLabel>{{"", "static field com.acme.Main.ALL", "HashMap"},
                                       {"java.util.HashMap", "table", "java.util.HashMap$Node[]"},
                                       {"", "[]", "java.util.HashMap$Node"},
                                       {"java.util.HashMap$Node", "value", "Session"}}) ==
        "static field com.acme.Main.ALL -> HashMap.table[] -> Node.value");
  std::vector<uint64_t> rounds;
  for (uint64_t i = 1; i <= 8; ++i) rounds.push_back(i * 1000);
  CHECK(HistoryText(std::span(rounds).first(3)) == "1,000 -> 2,000 -> 3,000");
  rounds.push_back(9000);
  CHECK(HistoryText(rounds) ==
        "1,000 -> 2,000 -> 3,000 -> 4,000 -> … -> 6,000 -> 7,000 -> 8,000 -> 9,000");
  CHECK(ObjectRate(33.33) == "33.3 objects/s");
  CHECK(ObjectRate(1234.5) == "1,235 objects/s");
  CHECK(ObjectRate(0.05) == "3.0 objects/min");
  CHECK(ByteRate(0.001) == "4 bytes/h");
  CHECK(RoughTime(90'000) == "90 s");
  CHECK(RoughTime(45 * 60'000) == "45 min");
  CHECK(RoughTime(200 * 60'000) == "3 h 20 min");
  CHECK(RoughTime(int64_t{50} * 3'600'000) == "2 d 2 h");
}

}  // namespace
}  // namespace taproot
