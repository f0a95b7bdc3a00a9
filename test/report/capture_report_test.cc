// What a report says of the capture itself, whichever engine made it.
#include <string>

#include "nlohmann/json.hpp"
#include "report/golden.h"
#include "report/json_report.h"
#include "report/report_scenarios.h"
#include "report/text_report.h"
#include "support/catch.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;
using nlohmann::json;

HeapGraph Captured(CaptureInfo info) {
  test::ReportHeap heap;
  test::SetVmAndCapture(heap);
  heap.builder().SetCapture(std::move(info));
  return std::move(heap).Build();
}

Report SizeOf(const HeapGraph& graph) {
  Report report = test::ReportOn(graph, "size", "1 object");
  report.size = {.objects = 1, .shallow_bytes = 16, .deep_bytes = 16};
  return report;
}

CaptureInfo ByFork() {
  return {.engine = "fork",
          .identity = "address",
          .pause_ms = 31,
          .safepoint_ms = 2,
          .roots_ms = 3.25,
          .fork_ms = 25.75,
          .total_ms = 640,
          .captured_at_ms = 1'750'000'000'000};
}

TEST_CASE("A capture by fork tells what went into its pause", "[report]") {
  const HeapGraph graph = Captured(ByFork());
  CHECK_THAT(RenderText(SizeOf(graph), {}),
             ContainsSubstring("captured 0 objects by fork, stopped the application for 31 ms "
                               "(2.0 ms to the safepoint, 3.2 ms roots, 26 ms fork)\n"));
  test::CheckGolden("fork.json", RenderJson(SizeOf(graph), {}));
}

TEST_CASE("Another engine tells its pause as a whole", "[report]") {
  CaptureInfo info = ByFork();
  info.engine = "follow";
  const HeapGraph graph = Captured(info);
  CHECK_THAT(RenderText(SizeOf(graph), {}),
             ContainsSubstring("captured 0 objects by follow (address), stopped the application "
                               "for 31 ms\n"));
  CHECK_FALSE(json::parse(RenderJson(SizeOf(graph), {}))["capture"].contains("pauseParts"));
}

TEST_CASE("Why another engine was not taken stands under the header", "[report]") {
  CaptureInfo info = ByFork();
  info.engine = "follow";
  info.fallback_reason = "not captured by fork: ZGC moves objects behind coloured pointers";
  info.notes = {"another note"};
  const HeapGraph graph = Captured(info);
  CHECK_THAT(RenderText(SizeOf(graph), {}),
             ContainsSubstring("for 31 ms\nnote: not captured by fork: ZGC moves objects behind "
                               "coloured pointers\nnote: another note\n"));
  CHECK(json::parse(RenderJson(SizeOf(graph), {}))["capture"]["fallbackReason"] ==
        info.fallback_reason);
}

// The last line of a status.
std::string EngineLine(const AutoEngine& engine) {
  Report report;
  report.status = test::SomeStatus();
  report.status->auto_engine = engine;
  const std::string text = RenderText(report, {});
  return text.substr(text.find("captures by"));
}

TEST_CASE("The agent tells which engine it takes, and why not fork", "[report]") {
  CHECK(EngineLine({.engine = "fork", .reason = "", .tried = true}) == "captures by fork\n");
  CHECK(EngineLine({.engine = "fork", .reason = "", .tried = false}) ==
        "captures by fork, if the first one finds no reason against it\n");
  CHECK(EngineLine({.engine = "follow", .reason = "the collector is ZGC", .tried = false}) ==
        "captures by follow, not by fork: the collector is ZGC\n");
  Report report;
  report.status = test::SomeStatus();
  report.status->auto_engine = {.engine = "follow", .reason = "the collector is ZGC"};
  const json engine = json::parse(RenderJson(report, {}))["status"]["autoEngine"];
  CHECK(engine ==
        json({{"engine", "follow"}, {"tried", false}, {"reason", "the collector is ZGC"}}));
}

}  // namespace
}  // namespace taproot
