#include "report/json_report.h"

#include <string>

#include "nlohmann/json.hpp"
#include "report/golden.h"
#include "report/report_scenarios.h"
#include "support/catch.h"

namespace taproot {
namespace {

using nlohmann::json;
using test::ReportHeap;

json Parsed(const Report& report, const RenderOptions& options = {}) {
  return json::parse(RenderJson(report, options));
}

json PathTo(const HeapGraph& graph, NodeId node) {
  Report report = test::ReportOn(graph, "paths", "");
  const std::vector<NodeId> targets = {node};
  report.paths = {{.node = node, .path = FindRootPaths(graph, targets, {})[0]}};
  return Parsed(report)["paths"][0]["path"];
}

TEST_CASE("The documents are as they were", "[report]") {
  const test::Leaks leaks;
  test::CheckGolden("leaks.json", RenderJson(test::LeaksReport(leaks), {}));
  const test::JavaWorld world;
  test::CheckGolden("profile.json", RenderJson(test::ProfileReport(world), {}));
}

TEST_CASE("Every section of a report is a key of the document, an absent one is not", "[report]") {
  const test::JavaWorld world;
  Report report = test::ProfileReport(world);
  CHECK_FALSE(Parsed(report).contains("size"));
  const std::vector<NodeId> starts = {world.array};
  report.size = MeasureObjects(world.graph, starts, {});
  report.delta = MeasureDelta(world.graph, world.array, world.array, {});
  report.histogram = Histogram{
      .rows = {{ClassId(0), 3, 48}, {ClassId(1), 1, 24}}, .instances = 4, .shallow_bytes = 72};
  report.paths = {{.node = world.array, .path = std::nullopt}};
  report.findings.emplace();
  test::CheckGolden("all_sections.json", RenderJson(report, {.top = 1}));

  const json document = Parsed(report, {.top = 1});
  CHECK(document["schema"] == "taproot-report");
  CHECK(document["version"] == 1);
  CHECK(document["watched"]["total"] == 0);
  CHECK(document["paths"][0]["path"].is_null());
  CHECK(document["size"]["deepBytes"] == 104);
  CHECK(document["delta"]["deltaBytes"] == 0);
  CHECK(document["delta"]["sharedObjects"] == 4);
  CHECK(document["histogram"]["omittedRows"] == 1);
  CHECK(document["histogram"]["rows"][0]["instances"] == 3);
}

TEST_CASE("What was not captured has no capture in the document", "[report]") {
  Report report;
  report.verb = "status";
  report.vm = {.name = "OpenJDK 64-Bit Server VM", .pid = 4711};
  report.status = test::SomeStatus();
  test::CheckGolden("status.json", RenderJson(report, {}));
  const json document = Parsed(report);
  CHECK_FALSE(document.contains("capture"));
  CHECK(document["vm"]["pid"] == 4711);
  CHECK(document["status"]["signal"] == "USR1");
}

TEST_CASE("Entries of a profile name their parents by id", "[report]") {
  const test::JavaWorld world;
  const json profile = Parsed(test::ProfileReport(world))["profile"];
  CHECK(profile["bytes"] == 104);
  CHECK(profile["objects"] == 4);
  CHECK(profile["omittedEntries"] == 0);
  json by_id;
  for (const json& entry : profile["entries"]) by_id[entry["id"].dump()] = entry;
  for (const json& entry : profile["entries"]) {
    if (entry.contains("parent")) CHECK(by_id.contains(entry["parent"].dump()));
  }
  const json& bytes = profile["entries"][2];
  CHECK(bytes["path"] == json({"<INPUT>", "<INPUT>[0]", "String#value"}));
  CHECK(bytes["referenceCount"] == 2);
  CHECK(bytes["percentOfParent"].get<double>() == Catch::Approx(57.14).margin(0.01));
  const json& shell = profile["entries"][3];
  CHECK(shell["shell"] == true);
  CHECK(shell["arrayLength"] == 9);
}

TEST_CASE("Entries left out of a profile are counted", "[report]") {
  const test::JavaWorld world;
  const json profile = Parsed(test::ProfileReport(world), {.top = 1, .depth = 1})["profile"];
  CHECK(profile["entries"].size() == 2);
  CHECK(profile["omittedEntries"] == 6);
}

TEST_CASE("A stack local tells its frame, and whether it can be alive", "[report]") {
  const test::Leaks leaks;
  const json root = Parsed(test::LeaksReport(leaks))["watched"]["findings"][3]["path"]["root"];
  CHECK(root["kind"] == "stack-local");
  CHECK(root["thread"]["name"] == "worker");
  CHECK(root["frame"]["file"] == "Worker.java");
  CHECK(root["frame"]["line"] == 88);
  CHECK(root["slot"] == 3);
  CHECK(root["bci"] == 21);
  CHECK(root["live"] == false);
  CHECK_FALSE(root.contains("local"));
}

// Main.HEAD -> holder -next-> node -ref-> holder ... big
TEST_CASE("A cycle of references is one step that lists them", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {"static Object HEAD"});
  heap.AddClass("com.acme.Holder", "java.lang.Object", {"Object next"});
  heap.AddClass("com.acme.Node", "java.lang.Object", {"Object ref"});
  NodeId holder = heap.NewIn(main, "HEAD", "com.acme.Holder");
  for (int i = 0; i < 5; ++i) {
    holder = heap.NewIn(heap.NewIn(holder, "next", "com.acme.Node"), "ref", "com.acme.Holder");
  }
  const HeapGraph graph = std::move(heap).Build();
  const json path = PathTo(graph, holder);
  CHECK(path["length"] == 10);
  REQUIRE(path["steps"].size() == 2);
  CHECK_FALSE(path["steps"][0].contains("reference"));
  CHECK(path["steps"][1]["repeat"] == 5);
  CHECK(path["steps"][1]["reference"]["text"] == "Node.ref");
  CHECK(path["steps"][1]["cycle"][0]["text"] == "Holder.next");
  CHECK(path["remarks"][0]["code"] == "folded");
  CHECK(path["remarks"][0]["step"] == 1);
}

TEST_CASE("A loose reference says how it holds", "[report]") {
  const test::Leaks leaks;
  const json path = PathTo(leaks.graph, leaks.findings[4].watched.node);
  CHECK(path["strength"] == "soft");
  CHECK(path["steps"][1]["reference"]["strength"] == "soft");
  CHECK_FALSE(path["steps"][0].contains("strength"));
}

TEST_CASE("Names that are no UTF-8 do not break the document", "[report]") {
  ReportHeap heap;
  heap.AddThread("\xed\xa0\xbd broken \xff", heap.New("java.lang.Thread", 96));
  const NodeId big = heap.New("com.acme.Big", 16);
  heap.builder().AddRoot({.kind = RootKind::kJniLocal, .node = big, .thread = ThreadId(0)});
  const HeapGraph graph = std::move(heap).Build();
  CHECK_THAT(PathTo(graph, big)["root"]["thread"]["name"].get<std::string>(),
             Catch::Matchers::ContainsSubstring(" broken \xef\xbf\xbd"));
}

TEST_CASE("Counts beyond 32 bits and unsigned 64 bits survive", "[report]") {
  const test::JavaWorld world;
  Report report = test::ReportOn(world.graph, "size", "");
  report.size = {.objects = 4'000'000'000,
                 .shallow_bytes = 24,
                 .deep_bytes = 1'000'000'000'000,
                 .native_bytes = 0,
                 .stops = {}};
  const json size = Parsed(report)["size"];
  CHECK(size["objects"] == 4'000'000'000);
  CHECK(size["deepBytes"] == 1'000'000'000'000);
}

}  // namespace
}  // namespace taproot
