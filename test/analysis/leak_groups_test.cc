#include "taproot/leak_groups.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analysis/leak_signature.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::GraphLiteral;
using test::TestHeap;

constexpr std::string_view kMap = "java.util.HashMap";
constexpr std::string_view kNode = "java.util.HashMap$Node";

std::string Words(const HeapGraph& graph, NodeId target) {
  const std::vector<NodeId> targets = {target};
  const RootPath path = FindRootPaths(graph, targets, {})[0].value();
  return absl::StrJoin(SuspectWords(graph, path, PathJudge(graph).Judge(path)), ", ");
}

// KEEP -> map -table-> [] -i-> node -next-> node -value-> session
class MapHeap {
 public:
  MapHeap() {
    heap_.AddClass(kMap, "java.lang.Object", {"Object table"});
    heap_.AddClass(kNode, "java.lang.Object", {"Object value", "Object next"});
    heap_.AddClass("java.util.HashMap$Node[]");
    heap_.AddClass("com.acme.Main", "java.lang.Object",
                   {"static Object KEEP", "static Object OLD"});
    heap_.AddClass("com.acme.Session", "java.lang.Object", {"Object shared"});
    main_ = heap_.AddMirror(heap_.Class("com.acme.Main"));
    const NodeId map = heap_.New(kMap, 48);
    heap_.Set(main_, "KEEP", map);
    table_ = heap_.NewArray("java.util.HashMap$Node[]", 80, 16);
    heap_.Set(map, "table", table_);
  }

  // In this bucket, behind so many other entries.
  NodeId AddSession(uint32_t bucket, int behind) {
    NodeId node = heap_.New(kNode, 32);
    heap_.SetElement(table_, bucket, node);
    for (int i = 0; i < behind; ++i) {
      const NodeId next = heap_.New(kNode, 32);
      heap_.Set(node, "next", next);
      node = next;
    }
    const NodeId session = heap_.New("com.acme.Session", 24);
    heap_.Set(node, "value", session);
    return session;
  }

  NodeId AddOld() {
    const NodeId session = heap_.New("com.acme.Session", 24);
    heap_.Set(main_, "OLD", session);
    return session;
  }

  TestHeap& heap() { return heap_; }

 private:
  TestHeap heap_;
  NodeId main_;
  NodeId table_;
};

TEST_CASE("the place in a map is no part of a signature", "[analysis][leaks]") {
  MapHeap maps;
  const NodeId first = maps.AddSession(3, 0);
  const NodeId chained = maps.AddSession(7, 5);
  const NodeId old = maps.AddOld();
  const HeapGraph graph = std::move(maps.heap()).Build();
  CHECK(Words(graph, first) == "static com.acme.Main.KEEP, java.util.HashMap$Node.value");
  CHECK(Words(graph, chained) == Words(graph, first));
  CHECK(Words(graph, old) == "static com.acme.Main.OLD");
}

TEST_CASE("a chain of one's own is told once", "[analysis][leaks]") {
  GraphLiteral g(R"(
    class com.acme.Link; class com.acme.Holder
    a : com.acme.Link; b : com.acme.Link; c : com.acme.Link
    p : com.acme.Holder; q : com.acme.Holder
    (static Main.KEEP) -> a; a -> b; b -> c; c -> x
    (static Main.TURNS) -> l; l : com.acme.Link; l -> p; p -> m; m : com.acme.Link; m -> q; q -> y
    x[] -> inner; inner[] -> z
  )");
  CHECK(Words(g.graph(), g["x"]) == "static Main.KEEP, com.acme.Link.f0");
  CHECK(Words(g.graph(), g["y"]) == "static Main.TURNS, com.acme.Link.f0, com.acme.Holder.f0");
  CHECK(Words(g.graph(), g["z"]) == "static Main.KEEP, com.acme.Link.f0, [x]");
}

TEST_CASE("a signature is the same in every run, on every machine", "[analysis][leaks]") {
  CHECK(SignatureOf({}) == 0x4fd0bfc1);
  CHECK(SignatureOf({"static com.acme.Main.KEEP", "[x]"}) == 0x88407133);
  CHECK(SignatureOf({"a", "b"}) != SignatureOf({"ab"}));
  CHECK(SignatureOf({"a", "b"}) != SignatureOf({"b", "a"}));
}

std::vector<Finding> Explained(const HeapGraph& graph, const ReferenceRules& rules) {
  std::vector<Finding> findings = JudgeWatched(graph, {.rules = &rules});
  ExplainFindings(graph, rules, findings);
  return findings;
}

void Watch(TestHeap& heap, NodeId node, uint64_t id) {
  heap.builder().AddWatched(
      {.id = id, .class_name = "com.acme.Session", .node = node, .age_ms = 60'000});
}

// Two sessions share 64 bytes that nothing else holds: neither retains them alone.
TEST_CASE("a group retains what its leaks hold together", "[analysis][leaks]") {
  MapHeap maps;
  const NodeId one = maps.AddSession(3, 0);
  const NodeId two = maps.AddSession(7, 2);
  const NodeId old = maps.AddOld();
  const NodeId shared = maps.heap().New("java.lang.Object", 64);
  maps.heap().Set(one, "shared", shared);
  maps.heap().Set(two, "shared", shared);
  Watch(maps.heap(), old, 1);
  Watch(maps.heap(), one, 2);
  Watch(maps.heap(), two, 3);
  const HeapGraph graph = std::move(maps.heap()).Build();
  const ReferenceRules rules;
  std::vector<Finding> findings = Explained(graph, rules);
  const DominatorTree tree = MakeDominatorTree(graph, {});
  for (Finding& finding : findings) {
    const NodeId node = finding.watched.node;
    finding.retained = {tree.retained_objects(node), tree.retained_bytes(node)};
  }
  CHECK(findings[1].retained == RetainedSet{1, 24});

  const std::vector<LeakGroup> groups = GroupLeaks(graph, findings, {});
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].findings == std::vector<size_t>{1, 2});
  CHECK(groups[0].retained == RetainedSet{3, 112});
  CHECK(groups[0].signature == *findings[1].signature);
  CHECK(groups[1].findings == std::vector<size_t>{0});
  CHECK(groups[1].retained == RetainedSet{1, 24});

  const std::vector<LeakGroup> hurried = GroupLeaks(graph, findings, {.visits = 1});
  CHECK(hurried.size() == 2);
  for (const LeakGroup& group : hurried) {
    CHECK(group.retained.has_value() == (group.findings.size() == 1));
  }
}

ReferenceRule CacheRule(RuleEffect effect, bool library_leak) {
  return {.effect = effect,
          .place = RulePlace::kStaticField,
          .class_name = "Lib",
          .field = "CACHE",
          .library_leak = library_leak,
          .sentence = "Lib keeps what it has seen"};
}

//   Main.KEEP -> keep -> both <- cached <- Lib.CACHE        cached and both are watched
HeapGraph SharedWithLibrary() {
  TestHeap heap;
  heap.AddClass("Main", "java.lang.Object", {"static Object KEEP"});
  heap.AddClass("Lib", "java.lang.Object", {"static Object CACHE"});
  heap.AddClass("com.acme.Session", "java.lang.Object", {"Object f"});
  const NodeId keep = heap.New("com.acme.Session", 16);
  const NodeId cached = heap.New("com.acme.Session", 16);
  const NodeId both = heap.New("com.acme.Session", 16);
  heap.Set(heap.AddMirror(heap.Class("Main")), "KEEP", keep);
  heap.Set(heap.AddMirror(heap.Class("Lib")), "CACHE", cached);
  heap.Set(keep, "f", both);
  heap.Set(cached, "f", both);
  uint64_t id = 0;
  for (const NodeId node : {cached, both}) Watch(heap, node, ++id);
  return std::move(heap).Build();
}

TEST_CASE("only what a library alone holds is the library's leak", "[analysis][leaks]") {
  const HeapGraph graph = SharedWithLibrary();
  const ReferenceRules rules({CacheRule(RuleEffect::kLastResort, true)});
  const std::vector<Finding> findings = Explained(graph, rules);
  REQUIRE(findings[0].library_leak != nullptr);
  CHECK(findings[0].library_leak->sentence == "Lib keeps what it has seen");
  CHECK(findings[0].verdict == Verdict::kStronglyReachable);
  CHECK(findings[0].is_leak());
  CHECK(findings[1].library_leak == nullptr);

  const ReferenceRules plumbing({CacheRule(RuleEffect::kLastResort, false)});
  CHECK(Explained(graph, plumbing)[0].library_leak == nullptr);
}

TEST_CASE("what only an ignored reference holds is strongly reachable and no leak",
          "[analysis][leaks]") {
  const HeapGraph graph = SharedWithLibrary();
  const ReferenceRules rules({CacheRule(RuleEffect::kIgnore, false)});
  const std::vector<Finding> findings = Explained(graph, rules);
  CHECK(findings[0].verdict == Verdict::kStronglyReachable);
  REQUIRE(findings[0].ignored != nullptr);
  CHECK(findings[0].path.has_value());
  CHECK_FALSE(findings[0].is_leak());
  CHECK(findings[1].ignored == nullptr);
  CHECK(findings[1].is_leak());
  CHECK(GroupLeaks(graph, findings, {}).size() == 1);
}

}  // namespace
}  // namespace taproot
