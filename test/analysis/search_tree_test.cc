#include "analysis/search_tree.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analysis/frame_reference.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"
#include "taproot/path_ways.h"

namespace taproot {
namespace {

using test::GraphLiteral;

ReferenceRule OnStatic(std::string class_name, std::string field, RuleEffect effect) {
  return {.effect = effect,
          .place = RulePlace::kStaticField,
          .class_name = std::move(class_name),
          .field = std::move(field),
          .sentence = "known"};
}

ReferenceRule OnField(std::string class_name, std::string field, RuleEffect effect) {
  return {.effect = effect,
          .place = RulePlace::kInstanceField,
          .class_name = std::move(class_name),
          .field = std::move(field),
          .sentence = "known"};
}

std::optional<RootPath> Path(const GraphLiteral& g, std::string_view target,
                             const ReferenceRules& rules) {
  return FindRootPaths(g.graph(), g.Nodes(target), {.rules = &rules}).at(0);
}

TEST_CASE("an ignored root or reference is on no path", "[analysis][paths]") {
  GraphLiteral g(R"(
    class com.acme.Cell
    (static Main.NOISE) -> t; (static Main.KEEP) -> a; a -> c; c : com.acme.Cell; c -> t u
  )");
  const ReferenceRules rules({OnStatic("Main", "NOISE", RuleEffect::kIgnore),
                              OnField("com.acme.Cell", "f1", RuleEffect::kIgnore)});
  CHECK(g.Text(Path(g, "t", {})) == "static Main.NOISE: t");
  CHECK(g.Text(Path(g, "t", rules)) == "static Main.KEEP: a c t");
  CHECK(g.Text(Path(g, "u", rules)) == "none");
  CHECK(Path(g, "t", rules)->last_resort == nullptr);
}

TEST_CASE("a last resort comes after all ranks of its strength, and before looser ones",
          "[analysis][paths]") {
  //  LIB -> t, u, v;  vm -> x -> t;  KEEP -> s -soft-> u
  GraphLiteral g(R"(
    (static Main.LIB) -> lib; lib -> t u v; v -> deep
    (vm) -> x; x -> t
    (static Main.KEEP) -> s; s -soft-> u
  )");
  const ReferenceRules rules({OnStatic("Main", "LIB", RuleEffect::kLastResort)});
  CHECK(g.Text(Path(g, "t", rules)) == "vm: x t");
  CHECK(g.Text(Path(g, "u", rules)) == "static Main.LIB: lib u");
  CHECK(g.Text(Path(g, "deep", rules)) == "static Main.LIB: lib v deep");
  const std::optional<RootPath> path = Path(g, "deep", rules);
  REQUIRE(path->last_resort != nullptr);
  CHECK(path->last_resort->sentence == "known");
  CHECK(path->last_resort_step == 0);
  CHECK(path->strength == Strength::kStrong);
}

TEST_CASE("of paths that need a last resort rank and length decide as ever", "[analysis][paths]") {
  //  KEEP -> a -> cell =f0=> t     local -> cell2 =f0=> t     KEEP -> near =f0=> u, far u
  GraphLiteral g(R"(
    class com.acme.Cell
    c : com.acme.Cell; d : com.acme.Cell; e : com.acme.Cell
    (static Main.KEEP) -> a; a -> c b; c -> t; b -> b2; b2 -> e; e -> u
    (local main) -> d; d -> t u; u -> w
  )");
  const ReferenceRules rules({OnField("com.acme.Cell", "f0", RuleEffect::kLastResort),
                              OnField("com.acme.Cell", "f1", RuleEffect::kLastResort)});
  CHECK(g.Text(Path(g, "t", rules)) == "static Main.KEEP: a c t");
  CHECK(Path(g, "t", rules)->last_resort_step == 2);
  CHECK(g.Text(Path(g, "w", rules)) == "static Main.KEEP: a b b2 e u w");
}

TEST_CASE("a frame local behind a last resort ranks with the frames", "[analysis][paths]") {
  GraphLiteral g(R"(
    class com.acme.Cell
    c : com.acme.Cell; th : java.lang.Thread; d : com.acme.Cell
    (static Main.KEEP) -> c; c -> th; th -local-> t u
    (local main) -> d; d -> t; (jni-global) -> e; e : com.acme.Cell; e -> u
  )");
  const ReferenceRules rules({OnField("com.acme.Cell", "f0", RuleEffect::kLastResort)});
  CHECK(g.Text(Path(g, "t", rules)) == "local main: d t");
  CHECK(g.Text(Path(g, "u", rules)) == "static Main.KEEP: c th u");
}

TEST_CASE("the order of a whole pass has parents before children", "[analysis][paths]") {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    SearchTree tree(graph);
    tree.Pass(Strength::kPhantom);
    CHECK_FALSE(tree.done());
    std::vector<bool> met(graph.node_count());
    for (NodeId node : tree.order()) {
      REQUIRE((tree.is_start(node) || met[tree.parent(node).value]));
      met[node.value] = true;
    }
    for (uint32_t i = 0; i < graph.node_count(); ++i) REQUIRE(met[i] == tree.reached(NodeId(i)));
  }
}

bool HasFrameLocal(const RootPath& path) {
  return std::ranges::any_of(
      path.steps, [](const PathStep& step) { return IsFrameReference(step.slot.kind()); });
}

// The search forward by phases and the one back from the target by levels know the same order.
TEST_CASE("with rules the best path is as good as the first of the shortest ways",
          "[analysis][paths]") {
  const ReferenceRules rules({OnStatic("com.acme.Main", "KEEP", RuleEffect::kLastResort),
                              OnStatic("com.acme.Main", "CACHE", RuleEffect::kIgnore),
                              OnField("com.acme.Node", "left", RuleEffect::kLastResort),
                              OnField("com.acme.Node", "right", RuleEffect::kIgnore)});
  size_t last_resorts = 0;
  for (uint64_t seed = 0; seed < 600; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    const Referrers referrers(graph, &rules);
    PathWays ways(referrers);
    std::vector<NodeId> targets;
    for (uint32_t i = 0; i < graph.node_count(); ++i) targets.emplace_back(i);
    const auto paths = FindRootPaths(graph, targets, {.rules = &rules});
    for (NodeId target : targets) {
      INFO("seed " << seed << ", target " << target.value);
      const auto best = ways.Shortest(target, 1, Strength::kPhantom, nullptr).paths;
      const std::optional<RootPath>& path = paths[target.value];
      REQUIRE(path.has_value() == !best.empty());
      if (!path) continue;
      REQUIRE(path->strength == best[0].strength);
      REQUIRE((path->last_resort != nullptr) == (best[0].last_resort != nullptr));
      last_resorts += path->last_resort != nullptr;
      // There the search forward keeps to the best path of the object that refers.
      if (path->last_resort != nullptr || HasFrameLocal(*path) || HasFrameLocal(best[0])) continue;
      REQUIRE(path->steps.size() == best[0].steps.size());
    }
  }
  CHECK(last_resorts > 500);
}

TEST_CASE("a search that is cancelled gives no paths", "[analysis][paths]") {
  GraphLiteral g("(static Main.KEEP) -> a; a -> t");
  Progress progress;
  progress.Cancel();
  CHECK_FALSE(FindRootPaths(g.graph(), g.Nodes("t"), {}, &progress).at(0).has_value());
}

}  // namespace
}  // namespace taproot
