#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "nlohmann/json.hpp"
#include "report/golden.h"
#include "report/json_report.h"
#include "report/report_scenarios.h"
#include "report/text_report.h"
#include "support/catch.h"

namespace taproot {
namespace {

using test::ReportHeap;

MethodId AddMethod(ReportHeap& heap, std::string_view class_name, std::string_view name,
                   std::string_view file, std::vector<LocalVariable> locals = {}) {
  JavaMethod method;
  method.class_name = std::string(class_name);
  method.name = std::string(name);
  method.signature = "()V";
  method.source_file = std::string(file);
  method.max_locals = 3;
  method.locals = std::move(locals);
  return heap.builder().AddMethod(std::move(method));
}

// worker-1 and worker-2 wait in Worker.run and each has a Big of its own in `task`; "virtual" is
// parked; "deep" recurses and was cut.
struct Threads {
  Threads() : Threads(ReportHeap()) {}

  HeapGraph graph;
  Report report;

 private:
  explicit Threads(ReportHeap heap) : graph(Fill(heap)) {
    const DominatorTree tree = MakeDominatorTree(graph, {});
    report.verb = "threads";
    report.graph = &graph;
    report.threads = MakeThreadReport(graph, &tree);
  }

  static HeapGraph Fill(ReportHeap& heap) {
    test::SetVmAndCapture(heap);
    tid_ = 0;
    park_ = AddMethod(heap, "jdk.internal.misc.Unsafe", "park", "Unsafe.java");
    run_ = AddMethod(heap, "com.acme.Worker", "run", "Worker.java", {{"task", 1, 0, 100}});
    const NodeId main = heap.AppClass("com.acme.Main", {"static Object CACHE"});
    const NodeId cache = heap.NewIn(main, "CACHE", "com.acme.Big", 32);
    for (int i = 1; i <= 2; ++i) {
      const ThreadId worker = Add(heap, absl::StrCat("worker-", i), {park_, run_});
      AddLocal(heap, worker, 1, 1, heap.New("com.acme.Big", 2048));
      AddLocal(heap, worker, 1, 2, cache);
      AddLocal(heap, worker, 1, 3, heap.NewArray("byte[]", 24, 4));
    }
    const ThreadId deep = Add(heap, "deep", std::vector<MethodId>(20, run_), 80);
    AddLocal(heap, deep, 18, 1, heap.NewArray("byte[]", 100'000, 99'984));
    AddParked(heap);
    const ThreadId moved = Add(heap, "moved", {park_});
    AddLocal(heap, moved, 5, 1, heap.New("com.acme.Big", 16));
    return std::move(heap).Build();
  }

  static ThreadId Add(ReportHeap& heap, std::string name, const std::vector<MethodId>& stack,
                      uint32_t left_out = 0) {
    JavaThread thread{.name = std::move(name), .tid = ++tid_, .is_daemon = true};
    thread.node = heap.New("java.lang.Thread", 96);
    thread.state = ThreadState::kTimedWaiting;
    thread.frames_left_out = left_out;
    for (MethodId method : stack) thread.frames.push_back({.method = method, .bci = 7, .line = 42});
    thread.frames[0].bci = thread.frames[0].line = -1;
    const NodeId node = thread.node;
    const ThreadId id = heap.builder().AddThread(std::move(thread));
    heap.builder().AddRoot({.kind = RootKind::kThread, .node = node, .thread = id});
    return id;
  }

  static void AddLocal(ReportHeap& heap, ThreadId thread, int32_t depth, int32_t slot,
                       NodeId node) {
    heap.builder().AddRoot({.kind = RootKind::kStackLocal,
                            .node = node,
                            .thread = thread,
                            .method = run_,
                            .depth = depth,
                            .slot = slot,
                            .bci = 7,
                            .line = 42});
  }

  static void AddParked(ReportHeap& heap) {
    JavaThread thread{.name = "virtual", .tid = ++tid_, .is_daemon = true, .is_virtual = true};
    thread.node = heap.New("java.lang.Thread", 96);
    thread.state = ThreadState::kRunnable;
    thread.carrier = ThreadId(0u);
    thread.frames = {{.method = run_, .bci = 7, .line = 42}};
    heap.AddRoot(RootKind::kVmInternal, thread.node);
    const uint32_t row =
        heap.builder().AddFrameLocal({.method = run_, .depth = 0, .slot = 1, .bci = 7, .line = 42});
    heap.builder().AddReference(thread.node, heap.New("com.acme.Big", 16),
                                ReferenceSlot(ReferenceKind::kFrameLocal, row));
    heap.builder().AddThread(std::move(thread));
  }

  static inline MethodId park_;
  static inline MethodId run_;
  static inline int64_t tid_ = 0;
};

TEST_CASE("A thread dump tells what frames hold", "[report][threads]") {
  const Threads threads;
  const std::string text = RenderText(threads.report, {});
  test::CheckGolden("threads.txt", text);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK_FALSE(absl::EndsWith(line, " "));
}

TEST_CASE("A thread dump as JSON", "[report][threads]") {
  const Threads threads;
  test::CheckGolden("threads.json", RenderJson(threads.report, {}));
  test::CheckGolden("threads.folded", Render(threads.report, Format::kFlame, {}));
}

TEST_CASE("More threads than wanted are counted, the like of them too", "[report][threads]") {
  const Threads threads;
  CHECK(absl::EndsWith(RenderText(threads.report, {.top = 2}), "\n… 2 more threads\n"));
  const auto json = nlohmann::json::parse(RenderJson(threads.report, {.top = 1}));
  CHECK(json["threads"]["omittedThreads"] == 4);
}

// vm -> thread -local `task` of Worker.run-> big
TEST_CASE("T21 a local of a parked virtual thread is told with its method", "[report]") {
  ReportHeap heap;
  const MethodId run = AddMethod(heap, "C", "m", "C.java", {{"task", 1, 0, 100}});
  const NodeId thread = heap.New("java.lang.Thread", 96);
  heap.AddRoot(RootKind::kVmInternal, thread);
  const NodeId big = heap.New("com.acme.Big", 16);
  const uint32_t row =
      heap.builder().AddFrameLocal({.method = run, .depth = 3, .slot = 1, .bci = 7, .line = 12});
  heap.builder().AddReference(thread, big, ReferenceSlot(ReferenceKind::kFrameLocal, row));
  HeapGraph graph = std::move(heap).Build();
  HeapGraphBuilder::AddText(graph, thread, "reader");
  const PathDescription path = test::DescribePathTo(graph, big);
  const ReferenceDescription& reference = path.steps[1].references[0];
  CHECK(reference.text == "(local `task` in C.m(C.java:12))");
  CHECK(reference.name == "task");
  CHECK(reference.index == 1);
  CHECK(absl::StartsWith(test::RemarksText(path),
                         "virtual-thread-frame: a local of a frame of a virtual thread \"reader\", "
                         "which is parked\n"
                         "local-in-scope: local slot 1"));
}

// Main.MAP -> node -value-> big; the node's key is the String "x"
TEST_CASE("A19 the value of a map entry is told with its key, once that was read", "[report]") {
  ReportHeap heap;
  heap.AddClass("java.util.HashMap$Node", "java.lang.Object", {"Object key", "Object value"});
  const NodeId main = heap.AppClass("com.acme.Main", {"static Object MAP"});
  const NodeId node = heap.NewIn(main, "MAP", "java.util.HashMap$Node");
  const NodeId key = heap.NewIn(node, "key", "java.lang.String");
  const NodeId big = heap.NewIn(node, "value", "com.acme.Big");
  HeapGraph graph = std::move(heap).Build();
  CHECK(test::DescribePathTo(graph, big).steps[1].references[0].text == "Node.value");
  HeapGraphBuilder::AddText(graph, key, "x");
  const ReferenceDescription reference = test::DescribePathTo(graph, big).steps[1].references[0];
  CHECK(reference.text == "Node.value of key \"x\"");
  CHECK(reference.key == "\"x\"");
}

TEST_CASE("Known values of an object replace what was read before", "[graph]") {
  ReportHeap heap;
  const NodeId node = heap.New("com.acme.Big", 16);
  HeapGraph graph = std::move(heap).Build();
  CHECK(graph.text(node).empty());
  CHECK(graph.known_values(node).empty());
  HeapGraphBuilder::AddKnownValue(graph, node, {"closed", 0});
  HeapGraphBuilder::AddKnownValue(graph, node, {"state", 5});
  HeapGraphBuilder::AddKnownValue(graph, node, {"closed", 1});
  REQUIRE(graph.known_values(node).size() == 2);
  CHECK(graph.known_values(node)[0] == KnownValue{"closed", 1});
}

}  // namespace
}  // namespace taproot
