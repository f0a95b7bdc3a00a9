#include "taproot/reachability.h"

#include <string>
#include <vector>

#include "support/brute_force.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"

namespace taproot {
namespace {

using test::GraphLiteral;

std::string Reached(const GraphLiteral& g, std::string_view starts, Strength loosest) {
  const NodeSet set = ReachableFrom(g.graph(), g.Nodes(starts), loosest);
  std::vector<NodeId> nodes;
  for (uint32_t i = 0; i < g.graph().node_count(); ++i) {
    if (set.contains(NodeId(i))) nodes.emplace_back(i);
  }
  CHECK(set.count() == nodes.size());
  return g.Names(nodes);
}

TEST_CASE("Diamond and Loop: each object is reached once", "[analysis][reachability]") {
  //     b
  //    / \.
  //   a   d -> e      x <-> y
  //    \ / <---+
  //     c
  GraphLiteral g("a -> b c; b -> d; c -> d; d -> e; e -> d; x -> y; y -> x");
  CHECK(Reached(g, "a", Strength::kStrong) == "a b c d e");
  CHECK(Reached(g, "c", Strength::kStrong) == "c d e");
  CHECK(Reached(g, "x", Strength::kStrong) == "x y");
  CHECK(Reached(g, "c y c", Strength::kStrong) == "c d e x y");
  CHECK(Reached(g, "", Strength::kStrong).empty());
}

TEST_CASE("Strengths: looser references are followed only when asked for",
          "[analysis][reachability]") {
  //  a -> s -soft-> b -> w -weak-> c -> p -phantom-> d
  //       \-> e
  GraphLiteral g(R"(
    a -> s; s -soft-> b; s -> e
    b -> w; w -weak-> c
    c -> p; p -phantom-> d
  )");
  CHECK(Reached(g, "a", Strength::kStrong) == "a e s");
  CHECK(Reached(g, "a", Strength::kSoft) == "a b e s w");
  CHECK(Reached(g, "a", Strength::kFinal) == "a b e s w");
  CHECK(Reached(g, "a", Strength::kWeak) == "a b c e p s w");
  CHECK(Reached(g, "a", Strength::kPhantom) == "a b c d e p s w");
}

TEST_CASE("an object of a class that can be unloaded reaches its class and loader",
          "[analysis][reachability]") {
  GraphLiteral g("class com.acme.W by loader; w : com.acme.W; W.class -> big");
  CHECK(Reached(g, "w", Strength::kStrong) == "big loader w W.class");
}

TEST_CASE("from the roots all but garbage is reached", "[analysis][reachability]") {
  GraphLiteral g(R"(
    (static Main.KEEP) -> a
    (vm) -> v
    a -> b
    garbage -> b
  )");
  const NodeSet set = ReachableFromRoots(g.graph(), Strength::kStrong);
  CHECK(set.count() == 4);
  for (std::string_view name : {"a", "b", "v", "Main.class"}) CHECK(set.contains(g[name]));
  CHECK_FALSE(set.contains(g["garbage"]));
}

TEST_CASE("reachability matches brute force on random graphs", "[analysis][reachability]") {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    test::Random random(seed);
    const auto loosest = static_cast<Strength>(random.Below(5));
    std::vector<NodeId> starts;
    for (uint32_t i = 0; i < random.Below(4); ++i) starts.push_back(RandomNode(graph, random));
    std::vector<NodeId> roots;
    for (const Root& root : graph.roots()) roots.push_back(root.node);

    const auto expected = test::BruteReachable(graph, starts, loosest);
    const auto expected_of_roots = test::BruteReachable(graph, roots, loosest);
    const NodeSet actual = ReachableFrom(graph, starts, loosest);
    const NodeSet actual_of_roots = ReachableFromRoots(graph, loosest);
    bool same = true;
    for (uint32_t i = 0; i < graph.node_count(); ++i) {
      const NodeId node(i);
      same &= actual.contains(node) == expected.contains(node);
      same &= actual_of_roots.contains(node) == expected_of_roots.contains(node);
    }
    INFO("seed " << seed);
    REQUIRE(same);
  }
}

}  // namespace
}  // namespace taproot
