#include <string>
#include <utility>
#include <vector>

#include "graph/heap_graph_builder.h"
#include "report/golden.h"
#include "report/json_report.h"
#include "report/report_scenarios.h"
#include "report/text_report.h"
#include "support/catch.h"
#include "taproot/dominators.h"
#include "taproot/leak_groups.h"
#include "taproot/object_ways.h"

namespace taproot {
namespace {

using test::ReportHeap;

ReferenceRules TestRules() {
  return ReferenceRules({{.effect = RuleEffect::kLastResort,
                          .place = RulePlace::kStaticField,
                          .class_name = "org.driver.Timer",
                          .field = "tasks",
                          .library_leak = true,
                          .sentence = "the driver keeps its last task"},
                         {.effect = RuleEffect::kIgnore,
                          .place = RulePlace::kStaticField,
                          .class_name = "com.acme.Recorder",
                          .field = "recent",
                          .sentence = "meant to be kept"}});
}

// SessionRegistry.active -> ArrayList -elementData-> [] -0,1,2-> Session -user-> User
// Timer.tasks -> task                         a library's fault
// Recorder.recent -> request                  ignored
// thread "worker" -job-> Job (closed) -session-> Session
class Leaky {
 public:
  explicit Leaky(uint64_t group_visits = 1000) : rules_(TestRules()), graph_(Fill()) {
    report_ = test::ReportOn(graph_, "leaks", "");
    report_.findings = JudgeWatched(graph_, {.rules = &rules_});
    ExplainFindings(graph_, rules_, *report_.findings);
    const DominatorTree tree = MakeDominatorTree(graph_, {});
    for (Finding& finding : *report_.findings) {
      const NodeId node = finding.watched.node;
      finding.retained = {.objects = tree.retained_objects(node),
                          .bytes = tree.retained_bytes(node)};
      finding.top_retained_bytes = tree.retained_bytes(finding.path->steps[0].node);
    }
    report_.leak_groups = GroupLeaks(graph_, *report_.findings, {.visits = group_visits});
    WayFinder finder(graph_, {.rules = &rules_});
    for (const LeakGroup& group : report_.leak_groups) {
      Finding& first = (*report_.findings)[group.findings[0]];
      first.ways = finder.Find(*first.path);
    }
  }

  const Report& report() const { return report_; }

 private:
  HeapGraph Fill() {
    ReportHeap heap;
    test::SetVmAndCapture(heap);
    heap.AddClass("com.acme.User", "java.lang.Object", {"byte[] picture"});
    heap.AddClass("com.acme.Session", "java.lang.Object", {"Object user", "boolean closed"});
    heap.AddClass("com.acme.Job", "java.lang.Object", {"Object session", "boolean closed"});
    heap.AddClass("com.acme.Worker", "java.lang.Thread", {"Object job"});
    const NodeId list =
        heap.NewIn(heap.AppClass("com.acme.SessionRegistry", {"static Object active"}), "active",
                   "java.util.ArrayList");
    const NodeId elements = heap.NewArray("java.lang.Object[]", 56, 10);
    heap.Set(list, "elementData", elements);
    std::vector<NodeId> sessions;
    for (uint32_t i = 0; i < 3; ++i) {
      sessions.push_back(heap.New("com.acme.Session", 24));
      heap.SetElement(elements, i, sessions[i]);
      heap.NewIn(sessions[i], "user", "com.acme.User", 1000 * (i + 1));
      heap.Watch(sessions[i], "com.acme.Session", "session " + std::to_string(i), 41'000, 3);
    }
    Hold(heap, "org.driver.Timer", "tasks");
    Hold(heap, "com.acme.Recorder", "recent");
    const NodeId worker = heap.New("com.acme.Worker", 96);
    heap.builder().AddRoot(
        {.kind = RootKind::kThread, .node = worker, .thread = heap.AddThread("worker", worker)});
    const NodeId job = heap.NewIn(worker, "job", "com.acme.Job");
    const NodeId held = heap.NewIn(job, "session", "com.acme.Session");
    heap.Watch(held, "com.acme.Session", "of a job", 60'000, 2);
    HeapGraph graph = std::move(heap).Build();
    HeapGraphBuilder::AddKnownValue(graph, sessions[2], {"closed", 0});
    HeapGraphBuilder::AddKnownValue(graph, job, {"closed", 1});
    return graph;
  }

  static void Hold(ReportHeap& heap, std::string_view class_name, std::string_view field) {
    const NodeId node =
        heap.NewIn(heap.AppClass(class_name, {"static Object " + std::string(field)}), field,
                   "com.acme.Session");
    heap.Watch(node, "com.acme.Session", field, 60'000, 2);
  }

  const ReferenceRules rules_;
  const HeapGraph graph_;
  Report report_;
};

TEST_CASE("Leaks are told by signature, those of libraries and ignored ones apart", "[report]") {
  const Leaky leaky;
  test::CheckGolden("leak_groups.txt", RenderText(leaky.report(), {}));
  test::CheckGolden("leak_groups.json", RenderJson(leaky.report(), {}));
  test::CheckGolden("leak_groups.csv", Render(leaky.report(), Format::kCsv, {}));
  test::CheckGolden("leak_groups.jsonl", Render(leaky.report(), Format::kJsonLines, {}));
  test::CheckGolden("leak_groups.prom", Render(leaky.report(), Format::kPrometheus, {}));
}

TEST_CASE("Of a large group the first few are named", "[report]") {
  const Leaky leaky;
  const std::string text = RenderText(leaky.report(), {.top = 1});
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("also com.acme.Session \"session 1\""));
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("… 1 more with this signature\n"));
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("\n… 1 more strongly reachable\n"));
}

TEST_CASE("A group that was not measured says nothing of what it retains", "[report]") {
  const Leaky leaky(1);
  const std::string text = RenderText(leaky.report(), {});
  CHECK_THAT(text, Catch::Matchers::ContainsSubstring("2 more with this signature"));
  CHECK_THAT(text, !Catch::Matchers::ContainsSubstring("together"));
}

}  // namespace
}  // namespace taproot
