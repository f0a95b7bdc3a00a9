#include "report/text_report.h"

#include <algorithm>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "report/golden.h"
#include "report/report_scenarios.h"
#include "report/text_sections.h"
#include "support/catch.h"

namespace taproot {
namespace {

using test::ReportHeap;

// What the sections write, without the header.
std::string Body(const Report& report, const RenderOptions& options = {}) {
  const std::string text = RenderText(report, options);
  return text.substr(text.find("\n\n") + 2);
}

std::string Trace(const HeapGraph& graph, NodeId node) {
  std::string text;
  for (const std::string& line : TraceLines(graph, test::DescribePathTo(graph, node))) {
    absl::StrAppend(&text, line, "\n");
  }
  return text;
}

TEST_CASE("Leaks are told with their traces, worst first", "[report]") {
  const test::Leaks leaks;
  const std::string text = RenderText(test::LeaksReport(leaks), {});
  test::CheckGolden("leaks.txt", text);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK_FALSE(absl::EndsWith(line, " "));
}

TEST_CASE("More findings of a kind than wanted are counted", "[report]") {
  const test::Leaks leaks;
  Report report = test::LeaksReport(leaks);
  report.findings->resize(1);
  report.findings->resize(10, report.findings->front());
  const std::string text = Body(report, {.top = 2});
  CHECK(absl::StartsWith(text, "10 of 10 watched objects leak\n"));
  CHECK(absl::EndsWith(text, "\n… 8 more strongly reachable\n"));
}

TEST_CASE("No leak is said plainly", "[report]") {
  const test::Leaks leaks;
  Report report = test::LeaksReport(leaks);
  report.findings = {leaks.findings[2]};
  CHECK(Body(report) ==
        "none of 1 watched object leaks, 1 collected\n\n"
        "GONE  com.acme.Session \"session 7\"   collected 90 s after it was watched\n");
  report.findings->clear();
  CHECK(Body(report) == "no object is watched\n");
}

TEST_CASE("Notes of the request and of the capture stand under the header", "[report]") {
  const test::Leaks leaks;
  Report report = test::LeaksReport(leaks);
  report.subject = "com.acme.Session";
  report.notes = {"a debugger is attached"};
  const std::string text = RenderText(report, {});
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("note: 2 classes could not be read\n"
                                                      "note: a debugger is attached\n\n"
                                                      "leaks: com.acme.Session\n\n"));
}

// Main.KEEP -> class web.W -> static -> loader: mirrors have lines of their own
TEST_CASE("A03 a trace names the classes it runs through", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("Main", {"static Object TL"});
  const NodeId loader = heap.New("java.lang.ClassLoader", 80);
  const ClassId web = heap.AddClass("web.W");
  heap.AddMirror(web, loader);
  const NodeId value = heap.New("web.W", 16);
  heap.Set(heap.ThreadLocalEntry(heap.Thread("pool-1-thread-1"), value), "referent",
           heap.NewIn(main, "TL", "java.lang.ThreadLocal"));
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Trace(graph, loader) ==
        "GC root: thread-local Main.TL of thread \"pool-1-thread-1\"\n"
        "  ↓ Thread.threadLocals -> ThreadLocalMap.table[5] -> Entry.value\n"
        "web.W\n"
        "  ↓ (class)\n"
        "class web.W\n"
        "  ↓ (class loader)\n"
        "java.lang.ClassLoader\n");
}

// Main.STACK -> Object[][] -0-> Object[] -3-> big
TEST_CASE("A31 elements are told together", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("Main", {"static Object STACK"});
  heap.AddClass("java.lang.Object[][]");
  const NodeId outer = heap.NewArray("java.lang.Object[][]", 24, 1);
  const NodeId inner = heap.NewArray("java.lang.Object[]", 32, 4);
  const NodeId big = heap.New("com.acme.Big", 16);
  heap.Set(main, "STACK", outer);
  heap.SetElement(outer, 0, inner);
  heap.SetElement(inner, 3, big);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Trace(graph, big) ==
        "GC root: static field Main.STACK   (loader: app)\n"
        "  ↓ Main.STACK\n"
        "java.lang.Object[][]\n"
        "  ↓ [0][3]\n"
        "com.acme.Big\n");
}

// Main.HEAD -> node -next-> node ... -v-> big
TEST_CASE("T11 a list of any length is one line", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("Main", {"static Object HEAD"});
  heap.AddClass("Main$Node", "java.lang.Object", {"Object next", "Object v"});
  NodeId last = heap.NewIn(main, "HEAD", "Main$Node");
  for (int i = 0; i < 20'000; ++i) last = heap.NewIn(last, "next", "Main$Node");
  const NodeId big = heap.NewIn(last, "v", "com.acme.Big");
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Trace(graph, big) ==
        "GC root: static field Main.HEAD   (loader: app)\n"
        "  ↓ Main.HEAD\n"
        "Main$Node\n"
        "  ↓ Node.next x 20,000 -> Node.v\n"
        "com.acme.Big\n");
}

// Main.ROOT -> C0 -> C1 -> ... -> C99, each of a class of its own
TEST_CASE("The middle of a very long trace is left out", "[report]") {
  ReportHeap heap;
  NodeId last = heap.AppClass("Main", {"static Object next"});
  for (int i = 0; i < 100; ++i) {
    const std::string name = absl::StrCat("com.acme.C", i);
    heap.AddClass(name, "java.lang.Object", {"Object next"});
    last = heap.NewIn(last, "next", name);
  }
  const HeapGraph graph = std::move(heap).Build();
  const std::string trace = Trace(graph, last);
  CHECK(std::ranges::count(trace, '\n') == 40);
  CHECK_THAT(trace, Catch::Matchers::ContainsSubstring("\n  … 162 lines left out\n"));
  CHECK(absl::EndsWith(trace, "\ncom.acme.C98\n  ↓ .next\ncom.acme.C99\n"));
}

TEST_CASE("Many references between two objects of note are wrapped", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("Main", {"static Object top"});
  heap.AddClass("com.acme.Top", "java.lang.Object", {"Object next"});
  NodeId last = heap.NewIn(main, "top", "com.acme.Top");
  for (int i = 0; i < 6; ++i) {
    const std::string name = absl::StrCat("com.acme.Top$PartWithQuiteALongName", i);
    heap.AddClass(name, "java.lang.Object", {"Object next"});
    last = heap.NewIn(last, "next", name);
  }
  const HeapGraph graph = std::move(heap).Build();
  CHECK_THAT(Trace(graph, last),
             Catch::Matchers::ContainsSubstring(
                 "  ↓ .next -> PartWithQuiteALongName0.next -> PartWithQuiteALongName1.next\n"
                 "    -> PartWithQuiteALongName2.next -> PartWithQuiteALongName3.next -> "
                 "PartWithQuiteALongName4.next\n"
                 "com.acme.Top$PartWithQuiteALongName5\n"));
}

TEST_CASE("A path says how the object is held, and when nothing is seen to hold it", "[report]") {
  const test::Leaks leaks;
  Report report = test::ReportOn(leaks.graph, "paths", "");
  const NodeId session = leaks.findings[0].watched.node;
  report.paths = {{.node = session, .path = leaks.findings[0].path},
                  {.node = session, .path = std::nullopt},
                  {.node = session, .path = std::nullopt, .known_alive = false}};
  const std::string text = Body(report);
  CHECK(
      absl::StartsWith(text,
                       "PATH  com.acme.Session   strongly reachable, 5 references from a GC root\n"
                       "GC root: static field com.acme.SessionRegistry.active   (loader: app)\n"));
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring(
                       "\n\nPATH  com.acme.Session   alive, but no reference that can be seen "
                       "leads to it\n\nPATH  com.acme.Session   not reachable from a GC root\n"));
}

TEST_CASE("The agent tells what it is up to", "[report]") {
  Report report;
  report.verb = "status";
  report.vm = {.name = "OpenJDK 64-Bit Server VM", .pid = 4711};
  report.status = test::SomeStatus();
  CHECK(RenderText(report, {}) ==
        "OpenJDK 64-Bit Server VM, process 4711\n\n"
        "library: /opt/taproot/lib/libtaproot.so\n"
        "watching 2 objects, 1 collected\n"
        "watched classes: com.acme.*\n"
        "called a leak after 5 s\n"
        "dumps on: SIGQUIT, data_dump, SIGUSR1, exit\n"
        "JVMTI capabilities held: can_tag_objects, can_generate_garbage_collection_events\n"
        "captures by fork\n");
  report.status->stopped = true;
  CHECK_THAT(RenderText(report, {}),
             Catch::Matchers::ContainsSubstring("\nno dumps until the next start\n"));
}

TEST_CASE("Sizes are told in full, native bytes apart", "[report]") {
  const test::JavaWorld world;
  Report report = test::ReportOn(world.graph, "size", "String[2]");
  report.size = {.objects = 4,
                 .shallow_bytes = 24,
                 .deep_bytes = 104'388'672,
                 .native_bytes = 8'388'608,
                 .stops = {.threads = 1}};
  test::CheckGolden("size.txt", RenderText(report, {}));
}

TEST_CASE("A delta takes the shared part out", "[report]") {
  const test::JavaWorld world;
  Report report = test::ReportOn(world.graph, "size", "DecimalFormat beyond DecimalFormat");
  report.delta = {.base = {.objects = 52, .shallow_bytes = 136, .deep_bytes = 4'808},
                  .object = {.objects = 52, .shallow_bytes = 136, .deep_bytes = 4'808},
                  .delta_objects = 12,
                  .delta_bytes = 1'808,
                  .shared_objects = 40,
                  .shared_bytes = 3'000};
  test::CheckGolden("delta.txt", RenderText(report, {}));
}

TEST_CASE("A histogram says what it leaves out, and the loaders of unloadable classes",
          "[report]") {
  const test::JavaWorld world;
  Report report = test::ReportOn(world.graph, "histogram", "");
  report.histogram = Histogram{.rows = {{ClassId(0), 12'345'678, 197'530'848},
                                        {ClassId(1), 2, 224},
                                        {ClassId(2), 1, 80},
                                        {ClassId(3), 1, 72}},
                               .instances = 12'345'682,
                               .shallow_bytes = 197'531'224};
  test::CheckGolden("histogram.txt", RenderText(report, {.top = 2}));
}

}  // namespace
}  // namespace taproot
