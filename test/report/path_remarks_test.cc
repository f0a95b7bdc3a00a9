#include "report/path_remarks.h"

#include <utility>

#include "report/report_heap.h"
#include "support/catch.h"

namespace taproot {
namespace {

using test::ReportHeap;

std::string RemarksOnPathTo(ReportHeap heap, NodeId node) {
  const HeapGraph graph = std::move(heap).Build();
  return test::RemarksText(test::DescribePathTo(graph, node));
}

// A path that starts at a local of com.acme.Worker.run, whose slot 1 is `job` in [4, 20).
std::string RemarksOnLocal(int32_t slot, int64_t bci, std::vector<LocalVariable> locals) {
  ReportHeap heap;
  const NodeId big = heap.New("com.acme.Big", 16);
  const MethodId method = heap.builder().AddMethod({.class_name = "com.acme.Worker",
                                                    .name = "run",
                                                    .source_file = "Worker.java",
                                                    .max_locals = 3,
                                                    .locals = std::move(locals)});
  heap.builder().AddRoot({.kind = RootKind::kStackLocal,
                          .node = big,
                          .thread = heap.AddThread("worker"),
                          .method = method,
                          .depth = 0,
                          .slot = slot,
                          .bci = bci,
                          .line = 12});
  return RemarksOnPathTo(std::move(heap), big);
}

const std::vector<LocalVariable> kJob = {{"job", 1, 4, 16}};

TEST_CASE("A local out of its live range may be dead", "[report]") {
  CHECK(RemarksOnLocal(1, 20, kJob) ==
        "may-be-dead-local: local slot 1, interpreter, the variable may be dead: out of its live "
        "range at bci 20 (it last was `job`); not retained once compiled");
  CHECK(RemarksOnLocal(1, 3, kJob) ==
        "may-be-dead-local: local slot 1, interpreter, the variable may be dead: out of its live "
        "range at bci 3; not retained once compiled");
}

TEST_CASE("A local in scope is a hint and no more", "[report]") {
  CHECK(RemarksOnLocal(1, 4, kJob) ==
        "local-in-scope: local slot 1, the variable `job` is in scope at line 12 and may be dead "
        "all the same, if the method does not read it again; not retained once compiled");
}

TEST_CASE("Without a table of variables nothing is known of a local", "[report]") {
  CHECK(RemarksOnLocal(1, 4, {}) ==
        "local-liveness-unknown: local slot 1, the variable may be dead: nothing is known of its "
        "live range (no local variable table); a dead one is not retained once compiled");
}

TEST_CASE("A slot past the locals lies on the expression stack", "[report]") {
  CHECK_THAT(RemarksOnLocal(3, 4, kJob),
             Catch::Matchers::ContainsSubstring("expression-stack: slot 3 is on the expression"));
}

// thread -> threadLocals -> table[5] -> entry -value-> big, the entry's referent is null
TEST_CASE("T09 the entry of a dead ThreadLocal is stale", "[report]") {
  ReportHeap heap;
  const NodeId big = heap.New("com.acme.Big", 16);
  heap.ThreadLocalEntry(heap.Thread("pool-1-thread-1"), big);
  CHECK(RemarksOnPathTo(std::move(heap), big) ==
        "stale-thread-local: stale entry: the ThreadLocal is gone, its value is freed at the map's "
        "next use");
}

// Main.KEEP -> thread (not running) -> threadLocals -> table[5] -> entry -value-> big
TEST_CASE("A thread-local on the way is named", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {"static Object KEEP", "static Object TL"});
  const NodeId thread = heap.NewIn(main, "KEEP", "java.lang.Thread");
  const NodeId big = heap.New("com.acme.Big", 16);
  heap.Set(heap.ThreadLocalEntry(thread, big), "referent",
           heap.NewIn(main, "TL", "java.lang.ThreadLocal"));
  CHECK(RemarksOnPathTo(std::move(heap), big) ==
        "thread-local: value of the thread-local com.acme.Main.TL");
}

// Main.MAP -> map -table-> [] -0-> entry -value-> value [ -back-> key <-weak- entry ]
struct WeakMap {
  WeakMap() {
    const NodeId main = heap.AppClass("com.acme.Main", {"static Object MAP"});
    const NodeId map = heap.NewIn(main, "MAP", "java.util.WeakHashMap");
    const NodeId table = heap.NewArray("java.util.WeakHashMap$Entry[]", 80, 16);
    heap.Set(map, "table", table);
    entry = heap.New("java.util.WeakHashMap$Entry", 40);
    heap.SetElement(table, 0, entry);
    heap.AddClass("com.acme.Value", "java.lang.Object", {"Object back"});
    value = heap.NewIn(entry, "value", "com.acme.Value");
  }
  ReportHeap heap;
  NodeId entry;
  NodeId value;
};

TEST_CASE("T07 a WeakHashMap's value that holds its own key", "[report]") {
  WeakMap map;
  const NodeId key = map.heap.NewIn(map.value, "back", "com.acme.Big");
  map.heap.Set(map.entry, "referent", key);
  CHECK(RemarksOnPathTo(std::move(map.heap), key) ==
        "value-holds-key: the value of a WeakHashMap holds its own key");
}

TEST_CASE("T09 an entry of a WeakHashMap whose key is gone is stale", "[report]") {
  WeakMap map;
  CHECK(RemarksOnPathTo(std::move(map.heap), map.value) ==
        "stale-map-entry: stale entry: the key of the WeakHashMap is gone, its value is freed at "
        "the map's next use");
}

TEST_CASE("An entry of a WeakHashMap with a living key is nothing to remark", "[report]") {
  WeakMap map;
  map.heap.Set(map.entry, "referent", map.heap.New("com.acme.Big", 16));
  CHECK(RemarksOnPathTo(std::move(map.heap), map.value).empty());
}

// Main.KEEP -> lambda -arg$1-> big
TEST_CASE("A17 a value that a lambda captured", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {"static Object KEEP"});
  heap.AddClass("com.acme.Main$$Lambda", "java.lang.Object", {"Object arg$1"});
  const NodeId big =
      heap.NewIn(heap.NewIn(main, "KEEP", "com.acme.Main$$Lambda"), "arg$1", "com.acme.Big");
  CHECK(RemarksOnPathTo(std::move(heap), big) ==
        "captured-value: captured value 1 of a lambda in com.acme.Main");
}

TEST_CASE("A16 A10 what an inner class holds beside its own fields", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {"static Object KEEP"});
  heap.AddClass("com.acme.Outer", "java.lang.Object", {"Object task"});
  heap.AddClass("com.acme.Outer$1", "java.lang.Object", {"Object this$0", "Object val$b"});
  const NodeId inner = heap.NewIn(main, "KEEP", "com.acme.Outer$1");
  const NodeId outer = heap.NewIn(inner, "this$0", "com.acme.Outer");
  const NodeId captured = heap.NewIn(inner, "val$b", "com.acme.Big");
  const HeapGraph graph = std::move(heap).Build();
  CHECK(test::RemarksText(test::DescribePathTo(graph, outer)) ==
        "outer-instance: inner class instance holds its outer instance");
  CHECK(test::RemarksText(test::DescribePathTo(graph, captured)) ==
        "captured-value: captured variable `b` of the inner class com.acme.Outer$1");
}

// Main.KEEP -> exception -backtrace-> Object[] -2-> Object[] -0-> class web.W -> loader
TEST_CASE("A22 a stored exception names the class its stack trace mentions", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {"static Object KEEP"});
  const NodeId loader = heap.New("java.lang.ClassLoader", 80);
  const NodeId web = heap.AddMirror(heap.AddClass("web.W"), loader);
  const NodeId backtrace = heap.NewArray("java.lang.Object[]", 40, 6);
  const NodeId classes = heap.NewArray("java.lang.Object[]", 144, 32);
  heap.Set(heap.NewIn(main, "KEEP", "java.lang.Throwable"), "backtrace", backtrace);
  heap.SetElement(backtrace, 2, classes);
  heap.SetElement(classes, 0, web);
  CHECK(RemarksOnPathTo(std::move(heap), loader) ==
        "stored-stack-trace: the stack trace of a stored exception mentions class web.W");
}

TEST_CASE("A04 A06 what a thread inherited from its creator", "[report]") {
  ReportHeap heap;
  const NodeId thread = heap.Thread("lib-thread");
  const NodeId loader = heap.NewIn(thread, "contextClassLoader", "java.lang.ClassLoader");
  const NodeId context = heap.NewIn(thread, "inheritedAccessControlContext", "java.lang.Object");
  const HeapGraph graph = std::move(heap).Build();
  CHECK(test::RemarksText(test::DescribePathTo(graph, loader)) ==
        "context-class-loader: context class loader of thread \"lib-thread\"");
  CHECK(test::RemarksText(test::DescribePathTo(graph, context)) ==
        "inherited-access-control-context: access control context that thread \"lib-thread\" "
        "inherited from the code that created it");
}

// (system class String) -classValueMap-> map
TEST_CASE("T03 a ClassValue kept with a class", "[report]") {
  ReportHeap heap;
  const NodeId string = heap.AddMirror(heap.Class("java.lang.String"));
  const NodeId map = heap.New("java.util.WeakHashMap", 48);
  heap.builder().AddReference(string, map, ReferenceSlot(ReferenceKind::kMirrorField, 1));
  CHECK(RemarksOnPathTo(std::move(heap), map) ==
        "class-value: a ClassValue keeps a value with class java.lang.String");
}

// Main.CLEANABLE -> ref -action-> lambda -arg$1-> big <-phantom- ref
TEST_CASE("A29 a cleaning action that captures its own object", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {"static Object CLEANABLE"});
  heap.AddClass("jdk.internal.ref.CleanerImpl$PhantomCleanableRef",
                "java.lang.ref.PhantomReference", {"Object action"});
  heap.AddClass("com.acme.Main$$Lambda", "java.lang.Object", {"Object arg$1"});
  const NodeId ref =
      heap.NewIn(main, "CLEANABLE", "jdk.internal.ref.CleanerImpl$PhantomCleanableRef");
  const NodeId big =
      heap.NewIn(heap.NewIn(ref, "action", "com.acme.Main$$Lambda"), "arg$1", "com.acme.Big");
  heap.Set(ref, "referent", big);
  CHECK_THAT(RemarksOnPathTo(std::move(heap), big),
             Catch::Matchers::ContainsSubstring(
                 "action-holds-object: the registered cleaning action captures the object itself"));
}

// Finalizer.unfinalized -> finalizer -final-> big, while the Finalizer thread is in Fin.finalize
TEST_CASE("T16 what waits for a blocked finalizer says where that is", "[report]") {
  ReportHeap heap;
  const NodeId list = heap.AppClass("com.acme.Finalizers", {"static Object unfinalized"});
  const NodeId big = heap.New("com.acme.Big", 16);
  heap.Set(heap.NewIn(list, "unfinalized", "java.lang.ref.FinalReference"), "referent", big);
  const MethodId finalize = heap.builder().AddMethod({.class_name = "com.acme.Fin",
                                                      .name = "finalize",
                                                      .source_file = "Fin.java",
                                                      .max_locals = 1});
  heap.builder().AddRoot({.kind = RootKind::kStackLocal,
                          .node = heap.New("com.acme.Big", 16),
                          .thread = heap.AddThread("Finalizer"),
                          .method = finalize,
                          .line = 7});
  CHECK(RemarksOnPathTo(std::move(heap), big) ==
        "waits-for-finalizer: waits for the Finalizer thread, which is in "
        "com.acme.Fin.finalize(Fin.java:7)");
}

TEST_CASE("A08 a shutdown hook says how long it stays", "[report]") {
  ReportHeap heap;
  const NodeId hooks = heap.AddMirror(heap.AddClass("java.lang.ApplicationShutdownHooks",
                                                    "java.lang.Object", {"static Object hooks"}));
  const NodeId hook = heap.NewIn(hooks, "hooks", "java.lang.Thread");
  CHECK_THAT(RemarksOnPathTo(std::move(heap), hook),
             Catch::Matchers::ContainsSubstring("shutdown-hook: registered as a shutdown hook"));
}

TEST_CASE("A32 of a JNI global the native owner is not known", "[report]") {
  ReportHeap heap;
  const NodeId big = heap.New("com.acme.Big", 16);
  heap.AddRoot(RootKind::kJniGlobal, big);
  CHECK_THAT(RemarksOnPathTo(std::move(heap), big),
             Catch::Matchers::ContainsSubstring("native-owner-unknown: "));
}

}  // namespace
}  // namespace taproot
