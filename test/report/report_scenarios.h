// Graphs and reports that both formats are tested on.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/report_heap.h"
#include "taproot/report.h"

namespace taproot::test {

inline void SetVmAndCapture(ReportHeap& heap) {
  heap.builder().SetVm({.name = "OpenJDK 64-Bit Server VM",
                        .version = "17.0.15+6-Debian-1deb12u1",
                        .java_version = "17.0.15",
                        .feature_version = 17,
                        .collector = "G1",
                        .main_class = "com.acme.Main",
                        .host = "shop-1",
                        .pid = 4711,
                        .heap_used = 327'600'000,
                        .heap_max = 4'294'967'296});
  heap.builder().SetCapture({.engine = "follow",
                             .identity = "address",
                             .fallback_reason = "",
                             .pause_ms = 103.2,
                             .total_ms = 350.5,
                             .captured_at_ms = 1'750'000'000'000,
                             .notes = {"2 classes could not be read"}});
}

// SessionRegistry.active -> map -table-> [] -17-> node -next-> node -next-> node -val-> session
// thread -threadLocals-> ... entry -value-> context, the entry's referent is gone
// Worker.run, slot 3 -> job
// SessionRegistry.soft -soft-> cached
struct Leaks {
  Leaks() : Leaks(ReportHeap()) {}

  HeapGraph graph;
  std::vector<Finding> findings;

 private:
  explicit Leaks(ReportHeap heap) : graph(Fill(heap)) {
    Add(Verdict::kStronglyReachable, 812, 65'741, 0);
    Add(Verdict::kStronglyReachable, 1, 16, 8'388'608);
    findings.back().size.stops = {.classes = 3, .loaders = 1};
    Add(Verdict::kCollected, 0, 0, 0);
    Add(Verdict::kTooYoung, 1, 24, 0);
    Add(Verdict::kSoftlyReachable, 1, 24, 0);
    Add(Verdict::kHeldByVm, 1, 16, 0);
    for (Finding& finding : findings) {
      const std::vector<NodeId> target = {finding.watched.node};
      finding.path = FindRootPaths(graph, target, {})[0];
    }
  }

  void Add(Verdict verdict, uint64_t objects, uint64_t bytes, uint64_t native) {
    const WatchedObject& watched = graph.watched()[findings.size()];
    findings.push_back({.watched = watched,
                        .verdict = verdict,
                        .path = std::nullopt,
                        .size = {.objects = objects,
                                 .shallow_bytes = objects == 0 ? 0u : 16u,
                                 .deep_bytes = bytes,
                                 .native_bytes = native,
                                 .stops = {}}});
  }

  static HeapGraph Fill(ReportHeap& heap) {
    SetVmAndCapture(heap);
    const NodeId registry =
        heap.AppClass("com.acme.SessionRegistry", {"static Object active", "static Object soft"});
    heap.Watch(AddSession(heap, registry), "com.acme.Session", "session 42", 41'000, 3);
    heap.Watch(AddContext(heap), "com.acme.Context", "", 7'200'000, 1);
    heap.Watch(NodeId(), "com.acme.Session", "session 7", 90'000, 0);
    heap.Watch(AddJob(heap), "com.acme.Job", "job", 350, 1);
    const NodeId soft = heap.NewIn(registry, "soft", "java.lang.ref.SoftReference");
    heap.Watch(heap.NewIn(soft, "referent", "com.acme.Job"), "com.acme.Job", "cached", 60'000, 2);
    heap.Watch(heap.New("com.acme.Job", 16), "com.acme.Job", "constant", 60'000, 2);
    return std::move(heap).Build();
  }

  static NodeId AddSession(ReportHeap& heap, NodeId registry) {
    constexpr std::string_view kMap = "java.util.concurrent.ConcurrentHashMap";
    constexpr std::string_view kNode = "java.util.concurrent.ConcurrentHashMap$Node";
    heap.AddClass(kMap, "java.lang.Object", {"Object table"});
    heap.AddClass(kNode, "java.lang.Object", {"Object val", "Object next"});
    heap.AddClass("java.util.concurrent.ConcurrentHashMap$Node[]");
    heap.AddClass("com.acme.Session");
    const NodeId map = heap.NewIn(registry, "active", kMap, 64);
    const NodeId table = heap.NewArray("java.util.concurrent.ConcurrentHashMap$Node[]", 144, 32);
    heap.Set(map, "table", table);
    const NodeId first = heap.New(kNode, 32);
    heap.SetElement(table, 17, first);
    const NodeId last = heap.NewIn(heap.NewIn(first, "next", kNode), "next", kNode);
    return heap.NewIn(last, "val", "com.acme.Session");
  }

  static NodeId AddContext(ReportHeap& heap) {
    heap.AddClass("com.acme.Context");
    const NodeId context = heap.New("com.acme.Context", 16);
    heap.ThreadLocalEntry(heap.Thread("pool-1-thread-1"), context);
    return context;
  }

  static NodeId AddJob(ReportHeap& heap) {
    heap.AddClass("com.acme.Job");
    const NodeId job = heap.New("com.acme.Job", 24);
    const MethodId run = heap.builder().AddMethod({.class_name = "com.acme.Worker",
                                                   .name = "run",
                                                   .signature = "()V",
                                                   .source_file = "Worker.java",
                                                   .max_locals = 4,
                                                   .locals = {{"job", 3, 4, 16}}});
    heap.builder().AddRoot({.kind = RootKind::kStackLocal,
                            .node = job,
                            .thread = heap.AddThread("worker"),
                            .method = run,
                            .depth = 2,
                            .slot = 3,
                            .bci = 21,
                            .line = 88});
    return job;
  }
};

inline Report ReportOn(const HeapGraph& graph, std::string_view verb, std::string_view subject) {
  Report report;
  report.verb = verb;
  report.graph = &graph;
  report.subject = subject;
  return report;
}

inline Report LeaksReport(const Leaks& leaks) {
  Report report = ReportOn(leaks.graph, "leaks", "");
  report.findings = leaks.findings;
  return report;
}

// String[2] -> string -value-> byte[9] <-value- string
struct JavaWorld {
  JavaWorld() : JavaWorld(ReportHeap()) {}
  NodeId array;
  HeapGraph graph;

 private:
  explicit JavaWorld(ReportHeap heap) : array(Fill(heap)), graph(std::move(heap).Build()) {}

  static NodeId Fill(ReportHeap& heap) {
    SetVmAndCapture(heap);
    heap.AddClass("java.lang.String[]");
    const NodeId array = heap.NewArray("java.lang.String[]", 24, 2);
    const NodeId bytes = heap.NewArray("byte[]", 32, 9);
    for (uint32_t i = 0; i < 2; ++i) {
      const NodeId string = heap.New("java.lang.String", 24);
      heap.SetElement(array, i, string);
      heap.Set(string, "value", bytes);
    }
    return array;
  }
};

inline Report ProfileReport(const JavaWorld& world) {
  const std::vector<NodeId> starts = {world.array};
  Report report = ReportOn(world.graph, "profile", "String[2]");
  report.profile = MakeProfileTree(world.graph, starts, {});
  return report;
}

inline AgentStatus SomeStatus() {
  return {.library = "/opt/taproot/lib/libtaproot.so",
          .capabilities = {"can_tag_objects", "can_generate_garbage_collection_events"},
          .watched = 2,
          .collected = 1,
          .watch_patterns = {"com.acme.*"},
          .signal = "USR1",
          .dump_at_exit = true,
          .retained_delay_ms = 5000,
          .auto_engine = {.engine = "fork", .reason = "", .tried = true}};
}

}  // namespace taproot::test
