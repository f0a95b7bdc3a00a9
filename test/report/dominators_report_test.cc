// The dominator tree as a reader gets it, in both formats.
#include <string>
#include <vector>

#include "nlohmann/json.hpp"
#include "report/golden.h"
#include "report/json_report.h"
#include "report/report_scenarios.h"
#include "report/text_report.h"
#include "support/catch.h"
#include "taproot/dominator_report.h"

namespace taproot {
namespace {

// Registry.active -> map -> table[] -> 8 sessions, each with its bytes
// Registry.index  -> another table[] -> the same sessions
// main: frame Main.run -> buffer;  a soft reference -> what only it holds
HeapGraph Service() {
  test::ReportHeap heap;
  test::SetVmAndCapture(heap);
  const NodeId registry =
      heap.AppClass("com.acme.Registry", {"static Object active", "static Object index"});
  heap.AddClass("com.acme.Session", "java.lang.Object", {"byte[] bytes"});
  heap.AddClass("java.util.HashMap", "java.lang.Object", {"Object table"});
  const NodeId map = heap.NewIn(registry, "active", "java.util.HashMap", 48);
  const NodeId table = heap.NewArray("java.lang.Object[]", 80, 16);
  const NodeId index = heap.NewArray("java.lang.Object[]", 48, 8);
  heap.Set(map, "table", table);
  heap.Set(registry, "index", index);
  for (uint32_t i = 0; i < 8; ++i) {
    const NodeId session = heap.New("com.acme.Session", 24);
    const NodeId bytes = heap.NewArray("byte[]", i == 0 ? 4096 : 56, 0);
    heap.Set(session, "bytes", bytes);
    heap.SetElement(table, i, session);
    if (i != 3) heap.SetElement(index, i, session);
  }
  const NodeId main = heap.Thread("main");
  const MethodId run = heap.AddMethod("com.acme.Main", "run");
  heap.builder().AddRoot({.kind = RootKind::kStackLocal,
                          .node = heap.NewArray("byte[]", 512, 496),
                          .thread = ThreadId(0),
                          .method = run,
                          .depth = 1,
                          .slot = 1});
  heap.Set(heap.NewIn(main, "contextClassLoader", "java.lang.ref.SoftReference", 48), "referent",
           heap.New("com.acme.Session", 24));
  return std::move(heap).Build();
}

Report DominatorsOf(const HeapGraph& graph, const DominatorReportOptions& options) {
  Report report = test::ReportOn(graph, "dominators", "");
  report.dominators = MakeDominatorReport(graph, MakeDominatorTree(graph, {}), options);
  return report;
}

TEST_CASE("The dominator tree names its holders, and puts the like together", "[report]") {
  const HeapGraph graph = Service();
  const Report report = DominatorsOf(graph, {});
  test::CheckGolden("dominators.txt", RenderText(report, {}));
  test::CheckGolden("dominators.json", RenderJson(report, {}));
  test::CheckGolden("dominators.folded", Render(report, Format::kFlame, {}));
}

TEST_CASE("Sums by class, thread and static field have a row each", "[report]") {
  const HeapGraph graph = Service();
  std::string text;
  for (auto by :
       {DominatorGrouping::kClass, DominatorGrouping::kPackage, DominatorGrouping::kLoader,
        DominatorGrouping::kThread, DominatorGrouping::kStaticField}) {
    const std::string whole = RenderText(DominatorsOf(graph, {.by = by, .min_percent = 2}), {});
    text += whole.substr(whole.find("      retained bytes"));
  }
  test::CheckGolden("dominators_by.txt", text);
}

TEST_CASE("Siblings that are shown and those left out add up to no more than their dominator",
          "[report]") {
  const HeapGraph graph = Service();
  const Report report = DominatorsOf(graph, {.top = 2, .depth = 1, .min_percent = 1});
  const std::vector<DominatorRow>& rows = report.dominators->rows;
  CHECK(report.dominators->deeper);
  for (size_t i = 0; i < rows.size(); ++i) {
    uint64_t bytes = 0;
    uint64_t siblings = 0;
    for (size_t j = i + 1; j < rows.size() && rows[j].depth > rows[i].depth; ++j) {
      if (rows[j].depth != rows[i].depth + 1) continue;
      bytes += rows[j].retained_bytes;
      siblings += rows[j].kind != DominatorRow::Kind::kRest;
    }
    CHECK(bytes <= rows[i].retained_bytes);
    CHECK(siblings <= 2);
  }
}

TEST_CASE("A histogram may tell what classes retain", "[report]") {
  const HeapGraph graph = Service();
  const DominatorTree tree = MakeDominatorTree(graph, {});
  Report report = test::ReportOn(graph, "histogram", "");
  report.histogram = MakeHistogram(graph, &tree);
  const std::string text = RenderText(report, {.top = 3});
  test::CheckGolden("histogram_retained.txt", text);
  CHECK(text.find(" \n") == std::string::npos);
  const auto document = nlohmann::json::parse(RenderJson(report, {.top = 3}));
  CHECK(document["histogram"]["rows"][0]["retainedBytes"] == 4096 + 7 * 56 + 512);
}

TEST_CASE("A size may tell what is retained, and that nothing is", "[report]") {
  const test::JavaWorld world;
  Report report = test::ReportOn(world.graph, "size", "String[2]");
  report.size = {.objects = 4, .shallow_bytes = 24, .deep_bytes = 104};
  CHECK(RenderText(report, {}).find("retained") == std::string::npos);
  report.retained = RetainedSet{.objects = 3, .bytes = 72};
  CHECK_THAT(RenderText(report, {}),
             Catch::Matchers::ContainsSubstring("retained 72 bytes in 3 objects\n"));
  CHECK(nlohmann::json::parse(RenderJson(report, {}))["size"]["retainedBytes"] == 72);
  report.retained = RetainedSet{};
  CHECK_THAT(RenderText(report, {}),
             Catch::Matchers::ContainsSubstring("in 0 objects: no strong reference holds it\n"));
}

}  // namespace
}  // namespace taproot
