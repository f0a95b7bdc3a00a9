#include "taproot/path_ways.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/frame_reference.h"
#include "support/brute_force.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"

namespace taproot {
namespace {

using test::GraphLiteral;

std::vector<std::string> Texts(const GraphLiteral& g, const std::vector<RootPath>& paths) {
  std::vector<std::string> texts;
  texts.reserve(paths.size());
  for (const RootPath& path : paths) texts.push_back(g.Text(path));
  return texts;
}

std::vector<std::string> Shortest(const GraphLiteral& g, std::string_view target, uint32_t count,
                                  Strength loosest = Strength::kStrong) {
  const Referrers referrers(g.graph(), nullptr);
  return Texts(g, PathWays(referrers).Shortest(g[target], count, loosest, nullptr).paths);
}

DisjointWays Disjoint(const GraphLiteral& g, std::string_view target, uint32_t count) {
  const Referrers referrers(g.graph(), nullptr);
  return PathWays(referrers).Disjoint(g[target], count);
}

using Strings = std::vector<std::string>;

TEST_CASE("Diamond: both sides, and then there are no more", "[analysis][ways]") {
  //           b
  //          / \.
  //  KEEP - a   t
  //          \ /
  //           c -- d -- t
  GraphLiteral g("(static Main.KEEP) -> a; a -> b c; b -> t; c -> t d; d -> t");
  CHECK(Shortest(g, "t", 2) == Strings{"static Main.KEEP: a b t", "static Main.KEEP: a c t"});
  CHECK(Shortest(g, "t", 9) ==
        Strings{"static Main.KEEP: a b t", "static Main.KEEP: a c t", "static Main.KEEP: a c d t"});
  // All of them go through a.
  CHECK(Texts(g, Disjoint(g, "t", 9).paths) == Strings{"static Main.KEEP: a b t"});
}

TEST_CASE("Loop: a path goes twice through nothing, and cycles behind the target are no ways",
          "[analysis][ways]") {
  //  KEEP - a <-> b - t <-> c, t -> a
  GraphLiteral g("(static Main.KEEP) -> a; a -> a b; b -> a t; t -> a c; c -> t");
  CHECK(Shortest(g, "t", 9) == Strings{"static Main.KEEP: a b t"});
  CHECK(Texts(g, Disjoint(g, "t", 9).paths) == Strings{"static Main.KEEP: a b t"});
}

TEST_CASE("two references from one object to the next are two paths, and one disjoint one",
          "[analysis][ways]") {
  GraphLiteral g("(static Main.KEEP) -> a; a -> t t");
  CHECK(Shortest(g, "t", 9) == Strings{"static Main.KEEP: a t", "static Main.KEEP: a t"});
  CHECK(Disjoint(g, "t", 9).paths.size() == 1);
}

TEST_CASE("each root of the target itself is a way of its own", "[analysis][ways]") {
  GraphLiteral g("(static Main.A) -> t; (static Main.B) -> t; (jni-global) -> t");
  const Strings all = {"static Main.A: t", "static Main.B: t", "jni-global: t"};
  CHECK(Shortest(g, "t", 9) == all);
  CHECK(Texts(g, Disjoint(g, "t", 9).paths) == all);
  CHECK_FALSE(Disjoint(g, "t", 3).more);
  CHECK(Disjoint(g, "t", 2).more);
  CHECK(Disjoint(g, "t", 2).paths.size() == 2);
}

TEST_CASE("better ranks come first, whatever their length", "[analysis][ways]") {
  GraphLiteral g(R"(
    (jni-global) -> t; (local main) -> x; x -> t
    (static Main.KEEP) -> a; a -> b; b -> t
    (thread pool) -> th; th : java.lang.Thread; th -local-> t
  )");
  CHECK(Shortest(g, "t", 9) == Strings{"static Main.KEEP: a b t", "thread pool: th t",
                                       "local main: x t", "jni-global: t"});
}

TEST_CASE("strong paths come first, looser ones only on request", "[analysis][ways]") {
  GraphLiteral g(R"(
    (static Main.CACHE) -> s w; s -soft-> t; w -weak-> t
    (vm) -> v; v -> t
  )");
  CHECK(Shortest(g, "t", 9) == Strings{"vm: v t"});
  CHECK(Shortest(g, "t", 9, Strength::kSoft) == Strings{"vm: v t", "static Main.CACHE: s t"});
  CHECK(Shortest(g, "t", 9, Strength::kPhantom) ==
        Strings{"vm: v t", "static Main.CACHE: s t", "static Main.CACHE: w t"});
  CHECK(Disjoint(g, "t", 9).paths.size() == 1);
}

TEST_CASE("T12: the same object in two maps", "[analysis][ways]") {
  GraphLiteral g(R"(
    (static Main.S1) -> hash; hash -> table; table[] -> node; node -> big
    (static Main.S2) -> map; map -> bins; bins[] -> bin; bin -> list; list -> opt; opt -> big
  )");
  const Strings both = {"static Main.S1: hash table node big",
                        "static Main.S2: map bins bin list opt big"};
  CHECK(Shortest(g, "big", 3) == both);
  CHECK(Texts(g, Disjoint(g, "big", 3).paths) == both);
}

TEST_CASE("Reroute: the shortest path alone would block both disjoint ones", "[analysis][ways]") {
  //  A - a - b - b2 - t
  //        +---------+
  //  B - c - c2 - d -+- t      a refers to d: A a d t is the shortest
  GraphLiteral g(R"(
    (static Main.A) -> a; a -> b d; b -> b2; b2 -> t
    (static Main.B) -> c; c -> c2; c2 -> d; d -> t
  )");
  CHECK(Texts(g, Disjoint(g, "t", 9).paths) ==
        Strings{"static Main.A: a b b2 t", "static Main.B: c c2 d t"});
}

TEST_CASE("a static field is one way, though its class refers to the object as well",
          "[analysis][ways]") {
  GraphLiteral g("(system) -> Main.class; Main.class -> t");
  CHECK(Shortest(g, "t", 9) == Strings{"static Main.s0: t"});
  CHECK(Disjoint(g, "t", 9).paths.size() == 1);
}

TEST_CASE("the path of FindRootPaths stays the first, and the others are others",
          "[analysis][ways]") {
  // By the thread's best path the frame local is further away than by the local that holds it too.
  GraphLiteral g(R"(
    (static Main.KEEP) -> a; a -> b; b -> th; (local main) -> th
    th : java.lang.Thread; th -local-> t
  )");
  const std::optional<RootPath> best = FindRootPaths(g.graph(), g.Nodes("t"), {})[0];
  const Referrers referrers(g.graph(), nullptr);
  const auto ways = PathWays(referrers).Shortest(g["t"], 9, Strength::kStrong, &*best);
  CHECK(Texts(g, ways.paths) == Strings{"static Main.KEEP: a b th t", "local main: th t"});
}

TEST_CASE("Unheld: no ways to what nothing reaches", "[analysis][ways]") {
  GraphLiteral g("garbage -> t; (static Main.KEEP) -> a");
  CHECK(Shortest(g, "t", 3).empty());
  CHECK(Disjoint(g, "t", 3).paths.empty());
}

TEST_CASE("Long: a list with an owner and links both ways", "[analysis][ways]") {
  //  KEEP - list - n0 <-> n1 <-> ... n99999 - t, and each n refers to list
  std::string text = "(static Main.KEEP) -> list; list -> n0; (static Main.LAST) -> n50000\n";
  for (int i = 0; i < 100'000; ++i) {
    text += "n" + std::to_string(i) + " -> list";
    if (i > 0) text += " n" + std::to_string(i - 1);
    text += i < 99'999 ? " n" + std::to_string(i + 1) + "\n" : " t\n";
  }
  GraphLiteral g(text);
  const Referrers referrers(g.graph(), nullptr);
  PathWays ways(referrers);
  const ShortestWays found = ways.Shortest(g["t"], 5, Strength::kStrong, nullptr);
  REQUIRE(found.paths.size() == 2);
  CHECK(found.paths[0].steps.size() == 50'001);
  CHECK(found.paths[1].steps.size() == 100'002);
  CHECK(ways.Disjoint(g["t"], 5).paths.size() == 1);
}

// --- against brute force ---

struct Edge {
  NodeId from;
  NodeId to;
  PathLevel level;
};

std::vector<Edge> Edges(const HeapGraph& graph) {
  std::vector<Edge> edges;
  for (const test::PlainReference& each : test::AllReferences(graph)) {
    const ClassId mirrored = graph.mirrored_class(each.from);
    // What a static field that is a root holds is not counted again at its class.
    const bool again = each.slot.kind() == ReferenceKind::kStaticField && mirrored.valid() &&
                       graph.java_class(mirrored).is_builtin() &&
                       std::ranges::any_of(graph.roots(), [&](const Root& root) {
                         return root.kind == RootKind::kStaticField && root.klass == mirrored &&
                                root.field == each.slot.index();
                       });
    if (again) continue;
    PathLevel level{.strength = each.strength};
    if (IsFrameReference(each.slot.kind())) level.rank = RootRank::kFrame;
    edges.push_back({each.from, each.to, level});
  }
  return edges;
}

using Key = std::tuple<PathLevel, size_t>;

// Keys of all simple paths to the target, sorted; none if there are too many to go through.
std::optional<std::vector<Key>> AllPaths(const HeapGraph& graph, const std::vector<Edge>& edges,
                                         NodeId target, Strength loosest) {
  std::vector<Key> keys;
  std::set<NodeId> on_path;
  size_t steps = 0;
  std::function<void(NodeId, PathLevel, size_t)> walk = [&](NodeId node, PathLevel level,
                                                            size_t length) {
    if (++steps > 20'000) return;
    on_path.insert(node);
    for (const Root& root : graph.roots()) {
      if (root.node != node) continue;
      PathLevel whole = level;
      whole.Join({.rank = RankOf(root.kind)});
      keys.emplace_back(whole, length);
    }
    for (const Edge& edge : edges) {
      if (edge.to != node || on_path.contains(edge.from) || edge.level.strength > loosest) continue;
      PathLevel longer = level;
      longer.Join(edge.level);
      walk(edge.from, longer, length + 1);
    }
    on_path.erase(node);
  };
  walk(target, {}, 0);
  if (steps > 20'000) return std::nullopt;
  std::ranges::sort(keys);
  return keys;
}

void RequireSimplePath(const HeapGraph& graph, const RootPath& path, NodeId target) {
  std::set<NodeId> met;
  for (const PathStep& step : path.steps) REQUIRE(met.insert(step.node).second);
  REQUIRE(graph.root(path.root).node == path.steps.front().node);
  REQUIRE(path.steps.back().node == target);
  for (size_t i = 1; i < path.steps.size(); ++i) {
    bool exists = false;
    graph.ForEachReference(path.steps[i - 1].node, [&](NodeId to, ReferenceSlot slot) {
      exists |= to == path.steps[i].node && slot == path.steps[i].slot;
    });
    REQUIRE(exists);
  }
}

Key KeyOf(const HeapGraph& graph, const RootPath& path) {
  PathLevel level{.strength = Strength::kStrong, .rank = RankOf(graph.root(path.root).kind)};
  for (size_t i = 1; i < path.steps.size(); ++i) {
    const ReferenceSlot slot = path.steps[i].slot;
    level.Join({.strength = graph.strength(path.steps[i - 1].node, slot)});
    if (IsFrameReference(slot.kind())) level.Join({.rank = RootRank::kFrame});
  }
  REQUIRE(path.strength == level.strength);
  return {level, path.steps.size() - 1};
}

void CheckShortestAgainstAll(uint64_t seeds) {
  size_t compared = 0;
  size_t several = 0;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    const std::vector<Edge> edges = Edges(graph);
    const Referrers referrers(graph, nullptr);
    PathWays ways(referrers);
    const auto loosest = static_cast<Strength>(seed / 8 % 5);
    for (auto i = static_cast<uint32_t>(seed % 3); i < graph.node_count(); i += 3) {
      const auto all = AllPaths(graph, edges, NodeId(i), loosest);
      if (!all) continue;
      const uint32_t count = 1 + i % 6;
      INFO("seed " << seed << ", target " << i);
      const ShortestWays found = ways.Shortest(NodeId(i), count, loosest, nullptr);
      REQUIRE(found.complete);
      REQUIRE(found.paths.size() == std::min<size_t>(count, all->size()));
      for (size_t k = 0; k < found.paths.size(); ++k) {
        RequireSimplePath(graph, found.paths[k], NodeId(i));
        REQUIRE(KeyOf(graph, found.paths[k]) == (*all)[k]);
      }
      ++compared;
      several += found.paths.size() > 1;
    }
  }
  CHECK(compared > seeds);
  CHECK(several > seeds / 4);
}

TEST_CASE("the shortest paths are those of all simple paths on random graphs", "[analysis][ways]") {
  CheckShortestAgainstAll(400);
}

TEST_CASE("the shortest paths are those of all simple paths, at length",
          "[analysis][ways][.long]") {
  CheckShortestAgainstAll(10'000);
}

// Menger: as many disjoint paths as objects and roots it takes to part the target from the roots.
bool Separates(const HeapGraph& graph, const std::vector<Edge>& edges, NodeId target,
               const std::vector<uint32_t>& removed) {
  auto is_removed = [&](size_t id) {
    return std::ranges::find(removed, static_cast<uint32_t>(id)) != removed.end();
  };
  std::set<NodeId> reached;
  std::vector<NodeId> todo;
  auto reach = [&](NodeId node) {
    if (node != target && is_removed(node.value)) return;
    if (reached.insert(node).second) todo.push_back(node);
  };
  for (size_t i = 0; i < graph.roots().size(); ++i) {
    // Only a root of the target is a thing of its own: others go with their object.
    const NodeId node = graph.roots()[i].node;
    if (node != target || !is_removed(graph.node_count() + i)) reach(node);
  }
  while (!todo.empty()) {
    const NodeId node = todo.back();
    todo.pop_back();
    for (const Edge& edge : edges) {
      if (edge.from == node && edge.level.strength == Strength::kStrong) reach(edge.to);
    }
  }
  return !reached.contains(target);
}

// The least number of removals, up to 3; 4 for more.
size_t Separation(const HeapGraph& graph, const std::vector<Edge>& edges, NodeId target) {
  const auto things = static_cast<uint32_t>(graph.node_count() + graph.roots().size());
  if (Separates(graph, edges, target, {})) return 0;
  for (uint32_t a = 0; a < things; ++a) {
    if (Separates(graph, edges, target, {a})) return 1;
  }
  for (uint32_t a = 0; a < things; ++a) {
    for (uint32_t b = a + 1; b < things; ++b) {
      if (Separates(graph, edges, target, {a, b})) return 2;
    }
  }
  return 3;
}

void CheckDisjointAgainstMenger(uint64_t seeds) {
  std::vector<size_t> counts(4);
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    const std::vector<Edge> edges = Edges(graph);
    const Referrers referrers(graph, nullptr);
    PathWays ways(referrers);
    for (auto i = static_cast<uint32_t>(seed % 5); i < graph.node_count(); i += 5) {
      const NodeId target(i);
      INFO("seed " << seed << ", target " << i);
      const DisjointWays found = ways.Disjoint(target, 100);
      REQUIRE_FALSE(found.more);
      const size_t separation = Separation(graph, edges, target);
      REQUIRE(std::min<size_t>(found.paths.size(), 3) == separation);
      ++counts[separation];
      std::set<NodeId> met;
      std::set<RootId> roots;
      for (const RootPath& path : found.paths) {
        RequireSimplePath(graph, path, target);
        REQUIRE(path.strength == Strength::kStrong);
        REQUIRE(roots.insert(path.root).second);
        for (size_t k = 0; k + 1 < path.steps.size(); ++k) {
          REQUIRE(met.insert(path.steps[k].node).second);
        }
      }
    }
  }
  for (size_t count : counts) CHECK(count > seeds / 50);
}

TEST_CASE("there are as many disjoint paths as objects part the target from the roots",
          "[analysis][ways]") {
  CheckDisjointAgainstMenger(300);
}

TEST_CASE("there are as many disjoint paths as objects part the target from the roots, at length",
          "[analysis][ways][.long]") {
  CheckDisjointAgainstMenger(10'000);
}

}  // namespace
}  // namespace taproot
