// What the answers say about more than one way to an object, and about many objects at once.
#include <string>
#include <vector>

#include "nlohmann/json.hpp"
#include "report/golden.h"
#include "report/report_scenarios.h"
#include "report/way_words.h"
#include "support/catch.h"
#include "taproot/object_ways.h"
#include "taproot/report.h"

namespace taproot {
namespace {

using test::CheckGolden;
using test::ReportHeap;

// Registry.active -> table -> [3] -> node -value-> session
// Reaper.run:88, `last` -> session
// thread pool-1 -> ... -> entry -value-> context -session-> session, by the ThreadLocal Ctx.CURRENT
struct Session {
  Session() : Session(ReportHeap()) {}

  NodeId session;
  HeapGraph graph;

  ObjectWays Ways(const WayOptions& options) const {
    return WayFinder(graph, options).Find(FindRootPaths(graph, {&session, 1}, {})[0].value());
  }

  Report PathsReport(const WayOptions& options) const {
    Report report{.verb = "paths", .graph = &graph, .subject = "1 instance of com.acme.Session"};
    report.paths = {{.node = session, .path = FindRootPaths(graph, {&session, 1}, {})[0]}};
    report.paths->front().ways = Ways(options);
    return report;
  }

 private:
  explicit Session(ReportHeap heap) : graph(Fill(heap, session)) {}

  static HeapGraph Fill(ReportHeap& heap, NodeId& session) {
    test::SetVmAndCapture(heap);
    heap.AddClass("com.acme.Session");
    heap.AddClass("com.acme.Context", "java.lang.Object", {"Session session"});
    heap.AddClass("java.util.HashMap", "java.lang.Object", {"Node[] table"});
    heap.AddClass("java.util.HashMap$Node", "java.lang.Object", {"Object key", "Object value"});
    heap.AddClass("java.util.HashMap$Node[]");
    const NodeId registry = heap.AppClass("com.acme.Registry", {"static Object active"});
    const NodeId map = heap.NewIn(registry, "active", "java.util.HashMap");
    const NodeId table = heap.NewArray("java.util.HashMap$Node[]", 80, 16);
    heap.Set(map, "table", table);
    const NodeId node = heap.New("java.util.HashMap$Node", 32);
    heap.SetElement(table, 3, node);
    session = heap.NewIn(node, "value", "com.acme.Session");

    const MethodId run = heap.builder().AddMethod({.class_name = "com.acme.Reaper",
                                                   .name = "run",
                                                   .signature = "()V",
                                                   .source_file = "Reaper.java",
                                                   .max_locals = 2,
                                                   .locals = {{"last", 1, 0, 16}}});
    heap.builder().AddRoot({.kind = RootKind::kStackLocal,
                            .node = session,
                            .thread = heap.AddThread("reaper"),
                            .method = run,
                            .depth = 0,
                            .slot = 1,
                            .bci = 8,
                            .line = 88});

    const NodeId context = heap.New("com.acme.Context", 16);
    heap.Set(context, "session", session);
    const NodeId entry = heap.ThreadLocalEntry(heap.Thread("pool-1"), context);
    const NodeId ctx = heap.AppClass("com.acme.Ctx", {"static Object CURRENT"});
    heap.Set(entry, "referent", heap.NewIn(ctx, "CURRENT", "java.lang.ThreadLocal", 16));
    return std::move(heap).Build();
  }
};

std::string Line(const Session& heap, const WayOptions& options) {
  PathDescriber describer(heap.graph);
  return DescribeWays(heap.graph, describer, heap.Ways(options));
}

TEST_CASE("the other ways and the size of the cut stand in one line", "[report][ways]") {
  const Session heap;
  CHECK(Line(heap, {}) ==
        "2 more ways hold it (ThreadLocal Ctx.CURRENT; thread \"reaper\" local `last` in "
        "Reaper.run:88). Smallest cut: 3 references.");
  CHECK(Line(heap, {.disjoint = 2, .cut_limit = 2}) ==
        "At least 1 more way holds it (thread \"reaper\" local `last` in Reaper.run:88). Smallest "
        "cut: more than 2 references.");
}

TEST_CASE("the paths report tells each way and what to remove", "[report][ways]") {
  const Session heap;
  const Report report = heap.PathsReport({.shortest = 2});
  CheckGolden("ways.txt", Render(report, Format::kText, {}));
  CheckGolden("ways.json", Render(report, Format::kJson, {}));
}

TEST_CASE("merged paths are a tree in which what does not fork is one line", "[report][ways]") {
  ReportHeap heap;
  test::SetVmAndCapture(heap);
  heap.AddClass("com.acme.Session", "java.lang.Object", {"User user"});
  heap.AddClass("com.acme.User");
  heap.AddClass("com.acme.Session[]");
  const NodeId registry =
      heap.AppClass("com.acme.Registry", {"static Object active", "static Object last"});
  const NodeId list = heap.NewIn(registry, "active", "java.util.ArrayList");
  const NodeId array = heap.NewArray("com.acme.Session[]", 1040, 256);
  heap.Set(list, "elementData", array);
  std::vector<NodeId> sessions;
  for (uint32_t i = 0; i < 200; ++i) {
    sessions.push_back(heap.New("com.acme.Session", 24));
    heap.SetElement(array, i, sessions.back());
  }
  for (uint32_t i = 0; i < 30; ++i) {
    const NodeId user = heap.NewIn(sessions[i], "user", "com.acme.User");
    sessions.push_back(user);
  }
  sessions.push_back(heap.NewIn(registry, "last", "com.acme.Session"));
  const HeapGraph graph = std::move(heap).Build();
  Report report{.verb = "paths", .graph = &graph, .subject = "231 objects"};
  MergedSection& section = report.merged.emplace();
  section.groups = MakePathGroups(graph, {});
  section.retained = true;
  const DominatorTree dominators = MakeDominatorTree(graph, {});
  section.merged = MergePaths(graph, section.groups, sessions, &dominators);
  CheckGolden("merged.txt", Render(report, Format::kText, {}));
  CheckGolden("merged.json", Render(report, Format::kJson, {}));
  CHECK(section.merged.retained_bytes == uint64_t{231} * 24);
}

}  // namespace
}  // namespace taproot
