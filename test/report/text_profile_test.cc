#include <string>

#include "absl/strings/match.h"
#include "report/golden.h"
#include "report/report_scenarios.h"
#include "report/text_report.h"
#include "support/catch.h"

namespace taproot {
namespace {

using test::ReportHeap;

std::string Profile(const HeapGraph& graph, NodeId start, const RenderOptions& options) {
  Report report = test::ReportOn(graph, "profile", "");
  const std::vector<NodeId> starts = {start};
  report.profile = MakeProfileTree(graph, starts, {});
  const std::string text = RenderText(report, options);
  return text.substr(text.find("\n\n") + 2);
}

TEST_CASE("Two strings that share their bytes", "[report]") {
  const test::JavaWorld world;
  test::CheckGolden("profile.txt", RenderText(test::ProfileReport(world), {}));
}

TEST_CASE("Levels beyond the wanted depth are not shown, and that is said", "[report]") {
  const test::JavaWorld world;
  CHECK(Profile(world.graph, world.array, {.depth = 1}) ==
        "104 -> <INPUT> : String[]\n"
        "  56 (53.8%) -> <INPUT>[0] : String\n"
        "  24 (23.1%) -> <shell: String[], length=2>\n"
        "  24 (23.1%) -> <INPUT>[1] : String\n"
        "deeper levels are not shown (depth=1)\n");
}

TEST_CASE("Children beyond the wanted number are summed up", "[report]") {
  const test::JavaWorld world;
  CHECK(Profile(world.graph, world.array, {.top = 1, .depth = 1}) ==
        "104 -> <INPUT> : String[]\n"
        "  56 (53.8%) -> <INPUT>[0] : String\n"
        "  … 2 more, 48 bytes (46.2%)\n"
        "deeper levels are not shown (depth=1)\n");
}

// array -> 1000 small ones and a big one
TEST_CASE("Children too light to be shown are summed up", "[report]") {
  ReportHeap heap;
  const NodeId array = heap.NewArray("java.lang.Object[]", 4024, 1001);
  for (uint32_t i = 0; i < 1000; ++i) heap.SetElement(array, i, heap.New("com.acme.Big", 24));
  heap.SetElement(array, 1000, heap.NewArray("byte[]", 100'016, 100'000));
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Profile(graph, array, {}) ==
        "128,040 -> <INPUT> : Object[]\n"
        "  100,016 (78.1%) -> <INPUT>[1000] : byte[]\n"
        "    100,016 (78.1%) -> <shell: byte[], length=100,000>\n"
        "  4,024 (3.1%) -> <shell: Object[], length=1,001>\n"
        "  … 1,000 more, 24,000 bytes (18.7%)\n");
}

TEST_CASE("Native bytes and stops have lines of their own", "[report]") {
  ReportHeap heap;
  heap.AddClass("com.acme.Buffer", "java.lang.Object", {"Object cleaner", "long address"});
  const NodeId buffer = heap.New("com.acme.Buffer", 32);
  heap.Set(buffer, "cleaner", heap.New("java.lang.Thread", 96));
  heap.builder().AddNativeBytes(buffer, 8 << 20);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Profile(graph, buffer, {}) ==
        "32 -> <INPUT> : Buffer\n"
        "  32 (100.0%) -> <shell: 1 prim/1 ref fields>\n"
        "outside of the heap, not part of the above: 8,388,608 bytes (8.0 MiB)\n"
        "not entered: 1 reference to Thread objects (enter=threads to enter them)\n");
}

// node -next-> node -next-> ...
TEST_CASE("However deep the tree, a report of it stays small", "[report]") {
  ReportHeap heap;
  heap.AddClass("com.acme.Node", "java.lang.Object", {"Object next"});
  const NodeId head = heap.New("com.acme.Node", 16);
  NodeId last = head;
  for (int i = 0; i < 100'000; ++i) last = heap.NewIn(last, "next", "com.acme.Node", 16);
  const HeapGraph graph = std::move(heap).Build();
  const std::string text = Profile(graph, head, {.depth = 1'000'000'000, .min_percent = 0});
  CHECK(text.size() < 10'000'000);
  CHECK(absl::EndsWith(text, "deeper levels are not shown (depth=1000)\n"));
}

}  // namespace
}  // namespace taproot
