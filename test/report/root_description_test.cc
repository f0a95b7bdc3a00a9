#include "report/root_description.h"

#include <utility>

#include "report/report_heap.h"
#include "support/catch.h"

namespace taproot {
namespace {

using test::ReportHeap;

RootDescription Describe(ReportHeap heap, RootId root) {
  const HeapGraph graph = std::move(heap).Build();
  return DescribeRoot(graph, graph.root(root));
}

std::string TextOf(ReportHeap heap, const Root& root) {
  const RootId id = heap.builder().AddRoot(root);
  return Describe(std::move(heap), id).text;
}

// A heap with an object and a thread "reaper" in Reaper.run, whose slot 3 is `last` in [10, 30).
struct WithFrame {
  WithFrame() {
    object = heap.New("com.acme.Big", 16);
    thread = heap.AddThread("reaper");
    method = heap.builder().AddMethod({.class_name = "com.acme.Reaper",
                                       .name = "run",
                                       .signature = "()V",
                                       .source_file = "Reaper.java",
                                       .max_locals = 5,
                                       .locals = {{"last", 3, 10, 20}}});
  }

  Root Local(int32_t slot, int64_t bci) const {
    return {.kind = RootKind::kStackLocal,
            .node = object,
            .thread = thread,
            .method = method,
            .depth = 1,
            .slot = slot,
            .bci = bci,
            .line = 88};
  }

  ReportHeap heap;
  NodeId object;
  ThreadId thread;
  MethodId method;
};

TEST_CASE("A static field is named with its class in full", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {"int unused", "static Object KEEP"});
  const NodeId big = heap.NewIn(main, "KEEP", "com.acme.Big");
  const HeapGraph graph = std::move(heap).Build();
  const PathDescription path = test::DescribePathTo(graph, big);
  CHECK(path.root.text == "static field com.acme.Main.KEEP");
  CHECK(path.root.kind == "static-field");
}

TEST_CASE("A class object is named by the class it stands for", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {});
  CHECK(TextOf(std::move(heap), {.kind = RootKind::kSystemClass, .node = main}) ==
        "class com.acme.Main");
}

TEST_CASE("A thread is named, or numbered where it has no name", "[report]") {
  ReportHeap heap;
  const NodeId node = heap.New("java.lang.Thread", 96);
  heap.AddThread("pool-1-thread-1", node);
  heap.builder().AddThread({.name = "", .tid = 33, .is_virtual = true, .node = node});
  const ThreadId thread(GENERATE(size_t{0}, size_t{1}));
  const std::string_view expected =
      thread.value == 0 ? "thread \"pool-1-thread-1\"" : "virtual thread #33";
  CHECK(TextOf(std::move(heap), {.kind = RootKind::kThread, .node = node, .thread = thread}) ==
        expected);
}

TEST_CASE("A local in scope is named", "[report]") {
  WithFrame f;
  const RootId root = f.heap.builder().AddRoot(f.Local(3, 10));
  const RootDescription description = Describe(std::move(f.heap), root);
  CHECK(description.text ==
        "local `last` in com.acme.Reaper.run(Reaper.java:88) of thread \"reaper\"");
  CHECK(description.local == "last");
  CHECK(description.live == true);
}

TEST_CASE("A local out of scope has but a slot", "[report]") {
  const auto [slot, bci] = GENERATE(std::pair{3, 9}, std::pair{3, 30}, std::pair{2, 15});
  WithFrame f;
  const RootId root = f.heap.builder().AddRoot(f.Local(slot, bci));
  const RootDescription description = Describe(std::move(f.heap), root);
  CHECK(description.text == "local slot " + std::to_string(slot) +
                                " in com.acme.Reaper.run(Reaper.java:88) of thread \"reaper\"");
  CHECK(description.local.empty());
  CHECK(description.live == false);
}

TEST_CASE("An operand on the expression stack is neither dead nor alive", "[report]") {
  WithFrame f;
  const RootId root = f.heap.builder().AddRoot(f.Local(5, 15));
  CHECK_FALSE(Describe(std::move(f.heap), root).live.has_value());
}

TEST_CASE("A local of native code is named by its method and thread", "[report]") {
  WithFrame f;
  const MethodId native = f.heap.builder().AddMethod(
      {.class_name = "com.acme.Native", .name = "holdLocal", .source_file = "Native.java"});
  const Root root = {.kind = RootKind::kJniLocal,
                     .node = f.object,
                     .thread = f.thread,
                     .method = native,
                     .depth = 0};
  CHECK(TextOf(std::move(f.heap), root) ==
        "JNI local in com.acme.Native.holdLocal of thread \"reaper\"");
}

TEST_CASE("Roots the JVM says little of", "[report]") {
  const auto [kind, expected] = GENERATE(
      std::pair{RootKind::kJniGlobal, "JNI global"}, std::pair{RootKind::kJniLocal, "JNI local"},
      std::pair{RootKind::kMonitor, "locked monitor"},
      std::pair{RootKind::kStackLocal, "local variable"},
      std::pair{RootKind::kVmInternal, "VM internal (com.acme.Big)"});
  ReportHeap heap;
  const NodeId big = heap.New("com.acme.Big", 16);
  CHECK(TextOf(std::move(heap), {.kind = kind, .node = big}) == expected);
}

// thread -threadLocals-> map -table-> [] -5-> entry -value-> big
//                                             entry -weak-> thread local <- Main.TL
TEST_CASE("A thread-local is named by the static field that holds it", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {"static Object TL"});
  const NodeId key = heap.NewIn(main, "TL", "java.lang.ThreadLocal");
  const NodeId big = heap.New("com.acme.Big", 16);
  heap.Set(heap.ThreadLocalEntry(heap.Thread("pool-1-thread-1"), big), "referent", key);
  const HeapGraph graph = std::move(heap).Build();
  const PathDescription path = test::DescribePathTo(graph, big);
  CHECK(path.root.text == "thread-local com.acme.Main.TL of thread \"pool-1-thread-1\"");
  CHECK(path.root.kind == "thread-local");
  CHECK(path.remarks.empty());
}

TEST_CASE("A thread-local of an unloadable class is named by its static field too", "[report]") {
  ReportHeap heap;
  const NodeId loader = heap.New("java.lang.ClassLoader", 80);
  const ClassId web = heap.AddClass("web.Context", "java.lang.Object", {"static Object CURRENT"});
  const NodeId mirror = heap.AddMirror(web, loader);
  const NodeId key = heap.NewIn(mirror, "CURRENT", "java.lang.ThreadLocal");
  const NodeId value = heap.New("web.Context", 16);
  heap.Set(heap.ThreadLocalEntry(heap.Thread("http-1"), value), "referent", key);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(test::DescribePathTo(graph, loader).root.text ==
        "thread-local web.Context.CURRENT of thread \"http-1\"");
}

TEST_CASE("A thread-local that no static field holds is named by its class", "[report]") {
  ReportHeap heap;
  heap.AddClass("com.acme.Main$1", "java.lang.ThreadLocal");
  const NodeId big = heap.New("com.acme.Big", 16);
  const NodeId entry = heap.ThreadLocalEntry(heap.Thread("worker"), big);
  heap.Set(entry, "referent", heap.New("com.acme.Main$1", 16));
  const HeapGraph graph = std::move(heap).Build();
  CHECK(test::DescribePathTo(graph, big).root.text ==
        "thread-local com.acme.Main$1 of thread \"worker\"");
}

TEST_CASE("A thread's other fields make no thread-local", "[report]") {
  ReportHeap heap;
  const NodeId loader = heap.New("java.lang.ClassLoader", 80);
  heap.Set(heap.Thread("lib-thread"), "contextClassLoader", loader);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(test::DescribePathTo(graph, loader).root.text == "thread \"lib-thread\"");
}

}  // namespace
}  // namespace taproot
