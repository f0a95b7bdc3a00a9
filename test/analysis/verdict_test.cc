#include "taproot/verdict.h"

#include <set>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::TestHeap;

constexpr int64_t kOld = 60'000;

// Objects held in every way, each watched under the name of it.
//
//   KEEP[] -> strong
//   KEEP[] -> references -soft-> soft, -final-> final, -weak-> weak, -phantom-> phantom
//   unseen                       in the graph, but held by nothing that can be seen
//   unmet                        not even in the graph
struct WatchedHeap {
  WatchedHeap() {
    const NodeId keep = heap.NewArray("java.lang.Object[]", 40, 5);
    heap.AddRoot(RootKind::kJniGlobal, keep);
    uint32_t index = 0;
    heap.SetElement(keep, index++, Watch("strong"));
    for (std::string_view kind : {"Soft", "Final", "Weak", "Phantom"}) {
      const NodeId reference = heap.New("java.lang.ref." + std::string(kind) + "Reference", 48);
      heap.SetElement(keep, index++, reference);
      heap.Set(reference, "referent", Watch(kind));
    }
    Watch("unseen");
    heap.builder().AddWatched({.id = 99, .name = "unmet", .age_ms = kOld});
  }

  NodeId Watch(std::string_view name, int64_t age_ms = kOld) {
    const NodeId node = heap.New("java.lang.Object", 16);
    heap.builder().AddWatched({.id = ++last_id,
                               .name = std::string(name),
                               .class_name = "java.lang.Object",
                               .node = node,
                               .age_ms = age_ms});
    return node;
  }

  TestHeap heap;
  uint64_t last_id = 0;
};

std::vector<Verdict> Verdicts(const std::vector<Finding>& findings) {
  std::vector<Verdict> verdicts;
  for (const Finding& finding : findings) verdicts.push_back(finding.verdict);
  return verdicts;
}

TEST_CASE("the strength of the path gives the verdict", "[analysis][verdict]") {
  const HeapGraph graph = std::move(WatchedHeap().heap).Build();
  const std::vector<Finding> findings = JudgeWatched(graph, {});
  CHECK(Verdicts(findings) == std::vector{Verdict::kStronglyReachable, Verdict::kSoftlyReachable,
                                          Verdict::kWaitingForFinalization,
                                          Verdict::kWeaklyReachable, Verdict::kWeaklyReachable,
                                          Verdict::kHeldByVm, Verdict::kHeldByVm});
  CHECK(findings[1].watched.name == "Soft");
  CHECK(findings[3].path->strength == Strength::kWeak);
  CHECK(findings[4].path->strength == Strength::kPhantom);
  CHECK_FALSE(findings[5].path.has_value());
  CHECK(findings[5].size.deep_bytes == 16);
  CHECK(findings[6].size.objects == 0);
}

TEST_CASE("a debugger excuses what would be a leak, and nothing else", "[analysis][verdict]") {
  const HeapGraph graph = std::move(WatchedHeap().heap).Build();
  const std::vector<Finding> findings = JudgeWatched(graph, {.debugger_attached = true});
  CHECK(findings[0].verdict == Verdict::kUnderDebugger);
  CHECK(findings[0].path.has_value());
  CHECK(findings[1].verdict == Verdict::kSoftlyReachable);
  CHECK(findings[5].verdict == Verdict::kHeldByVm);
}

TEST_CASE("what is watched for less than the delay is too young, with its path",
          "[analysis][verdict]") {
  WatchedHeap watched;
  watched.heap.AddRoot(RootKind::kJniGlobal, watched.Watch("young", 4999));
  watched.heap.AddRoot(RootKind::kJniGlobal, watched.Watch("old", 5000));
  const HeapGraph graph = std::move(watched.heap).Build();
  const std::vector<Finding> findings = JudgeWatched(graph, {.debugger_attached = true});
  CHECK(findings[7].verdict == Verdict::kTooYoung);
  CHECK(findings[7].path.has_value());
  CHECK(findings[8].verdict == Verdict::kUnderDebugger);
  CHECK(JudgeWatched(graph, {.retained_delay_ms = 0})[7].verdict == Verdict::kStronglyReachable);
  CHECK(JudgeWatched(graph, {.retained_delay_ms = kOld + 1})[0].verdict == Verdict::kTooYoung);
}

TEST_CASE("sizes are of each object alone, with the stops of a walk", "[analysis][verdict]") {
  WatchedHeap watched;
  const NodeId session = watched.Watch("session");
  const NodeId other = watched.Watch("other");
  const NodeId shared = watched.heap.NewArray("byte[]", 1040, 1024);
  const NodeId thread = watched.heap.New("java.lang.Thread", 96);
  // java.lang.Object has no fields in TestHeap; the slots need no name here.
  watched.heap.builder().AddReference(session, shared, FieldSlot(0));
  watched.heap.builder().AddReference(session, thread, FieldSlot(1));
  watched.heap.builder().AddReference(other, shared, FieldSlot(0));
  const HeapGraph graph = std::move(watched.heap).Build();
  const std::vector<Finding> findings = JudgeWatched(graph, {});
  for (size_t i : {7, 8}) {
    CHECK(findings[i].size.objects == 2);
    CHECK(findings[i].size.shallow_bytes == 16);
    CHECK(findings[i].size.deep_bytes == 1056);
  }
  CHECK(findings[7].size.stops.threads == 1);
  CHECK(findings[8].size.stops.threads == 0);
  CHECK(JudgeWatched(graph, {.walk = {.enter_threads = true}})[7].size.deep_bytes == 1152);
}

TEST_CASE("nothing watched, nothing found", "[analysis][verdict]") {
  const HeapGraph graph = TestHeap().Build();
  CHECK(JudgeWatched(graph, {}).empty());
}

TEST_CASE("every verdict has words of its own", "[analysis][verdict]") {
  std::set<std::string_view> words;
  for (int i = 0; i <= static_cast<int>(Verdict::kUnderDebugger); ++i) {
    words.insert(ToString(static_cast<Verdict>(i)));
  }
  CHECK(words.size() == static_cast<size_t>(Verdict::kUnderDebugger) + 1);
  CHECK(words.contains("strongly reachable"));
  CHECK(words.contains("waiting for finalization"));
}

}  // namespace
}  // namespace taproot
