#include "taproot/retained.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "support/brute_force.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"
#include "taproot/dominators.h"

namespace taproot {
namespace {

using test::GraphLiteral;

RetainedSet Together(const GraphLiteral& g, std::string_view names) {
  return MeasureRetained(g.graph(), g.Nodes(names));
}

TEST_CASE("two that share hold together what neither holds alone", "[analysis][retained]") {
  //  K -> r -> a -> shared, r -> b -> shared -> more
  GraphLiteral g("(static Main.K) -> r; r -> a b; a -> shared; b -> shared; shared -> more");
  CHECK(Together(g, "a") == RetainedSet{1, 16});
  CHECK(Together(g, "b") == RetainedSet{1, 16});
  CHECK(Together(g, "a b") == RetainedSet{4, 64});
  CHECK(Together(g, "a b shared") == RetainedSet{4, 64});
  CHECK(Together(g, "a a") == RetainedSet{1, 16});
  CHECK(Together(g, "r") == RetainedSet{5, 80});
}

TEST_CASE("what is not reached retains nothing", "[analysis][retained]") {
  GraphLiteral g("(static Main.K) -> a; a -weak-> b; b -> c; x -> y");
  CHECK(Together(g, "b") == RetainedSet{0, 0});
  CHECK(Together(g, "x") == RetainedSet{0, 0});
  CHECK(Together(g, "a x") == RetainedSet{1, 16});
  CHECK(MeasureRetained(g.graph(), g.Nodes("b"), Strength::kWeak) == RetainedSet{2, 32});
}

// By the definition: what roots reach, less what they reach past the set.
RetainedSet BruteRetained(const HeapGraph& graph, const std::vector<NodeId>& nodes) {
  const std::vector<test::PlainReference> references = test::AllReferences(graph);
  auto reached_without = [&](const std::set<NodeId>& left_out) {
    std::set<NodeId> reached;
    for (const Root& root : graph.roots()) {
      if (!left_out.contains(root.node)) reached.insert(root.node);
    }
    for (size_t before = reached.size() + 1; before != reached.size();) {
      before = reached.size();
      for (const test::PlainReference& reference : references) {
        if (reference.strength == Strength::kStrong && reached.contains(reference.from) &&
            !left_out.contains(reference.to)) {
          reached.insert(reference.to);
        }
      }
    }
    return reached;
  };
  const std::set<NodeId> all = reached_without({});
  const std::set<NodeId> left = reached_without({nodes.begin(), nodes.end()});
  RetainedSet retained;
  for (NodeId node : all) {
    if (left.contains(node)) continue;
    ++retained.objects;
    retained.bytes += graph.shallow_size(node);
  }
  return retained;
}

TEST_CASE("sets retain what brute force says", "[analysis][retained]") {
  uint64_t more = 0;
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    test::Random random(seed);
    std::vector<NodeId> nodes(1 + random.Below(4));
    for (NodeId& node : nodes) node = test::RandomNode(graph, random);
    const RetainedSet retained = MeasureRetained(graph, nodes);
    INFO("seed " << seed);
    REQUIRE(retained == BruteRetained(graph, nodes));
    more += retained.objects > nodes.size();
  }
  CHECK(more > 200);
}

TEST_CASE("one object retains alone what the dominator tree says", "[analysis][retained]") {
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    const DominatorTree tree = MakeDominatorTree(graph, {});
    INFO("seed " << seed);
    for (uint32_t i = 0; i < graph.node_count(); ++i) {
      const NodeId node(i);
      const RetainedSet retained = MeasureRetained(graph, {&node, 1});
      REQUIRE(retained.bytes == tree.retained_bytes(node));
      REQUIRE(retained.objects == tree.retained_objects(node));
    }
  }
}

TEST_CASE("a class retains each object once, also where one instance dominates another",
          "[analysis][retained]") {
  //  K -> list -> n1 -> n2 -> n3, each with a payload; n3 -> other -> n4
  GraphLiteral g(R"(
    class com.acme.List; class com.acme.Entry
    (static Main.K) -> list
    list : com.acme.List 24
    list -> n1; n1 -> n2 p1; n2 -> n3 p2; n3 -> p3 other; other -> n4
    n1 : com.acme.Entry 32; n2 : com.acme.Entry 32; n3 : com.acme.Entry 32; n4 : com.acme.Entry 32
    p1 : byte[] 64; p2 : byte[] 64; p3 : byte[] 64
  )");
  const DominatorTree tree = MakeDominatorTree(g.graph(), {});
  const std::vector<RetainedGroup> groups = RetainedByClass(g.graph(), tree);
  const RetainedGroup& entry = groups[g.graph().class_of(g["n1"]).value];
  CHECK(entry.instances == 4);
  CHECK(entry.shallow_bytes == 128);
  CHECK(entry.retained_bytes == 4 * 32 + 3 * 64 + 16);
  CHECK(entry.retained_objects == 8);
  CHECK(groups[g.graph().class_of(g["p1"]).value].retained_bytes == 192);
}

// Of the group's objects those count that no other of them dominates.
TEST_CASE("classes retain what their topmost instances do, on random graphs",
          "[analysis][retained]") {
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    const DominatorTree tree = MakeDominatorTree(graph, {});
    std::vector<uint64_t> bytes(graph.classes().size());
    for (uint32_t i = 0; i < graph.node_count(); ++i) {
      bool topmost = tree.reached(NodeId(i));
      for (DominatorId above = tree.parent(NodeId(i)); above.valid(); above = tree.parent(above)) {
        topmost &= !tree.is_object(above) ||
                   graph.class_of(tree.object(above)) != graph.class_of(NodeId(i));
      }
      if (topmost) bytes[graph.class_of(NodeId(i)).value] += tree.retained_bytes(NodeId(i));
    }
    const std::vector<RetainedGroup> groups = RetainedByClass(graph, tree);
    INFO("seed " << seed);
    for (size_t i = 0; i < groups.size(); ++i) REQUIRE(groups[i].retained_bytes == bytes[i]);
  }
}

TEST_CASE("a package retains what its classes do together", "[analysis][retained]") {
  //  K -> order (com.acme.shop) -> line (com.acme.shop) -> item (com.acme.stock)
  GraphLiteral g(R"(
    class com.acme.shop.Order; class com.acme.shop.Line; class com.acme.stock.Item
    (static Main.K) -> order; order -> line; line -> item
    order : com.acme.shop.Order 32; line : com.acme.shop.Line 24; item : com.acme.stock.Item 40
  )");
  const DominatorTree tree = MakeDominatorTree(g.graph(), {});
  const std::vector<RetainedPackage> rows = RetainedByPackage(g.graph(), tree);
  auto group = [&](std::string_view name) {
    const auto at = std::ranges::find(rows, name, &RetainedPackage::name);
    return at == rows.end() ? RetainedGroup() : at->group;
  };
  CHECK(group("com.acme.shop").instances == 2);
  CHECK(group("com.acme.shop").retained_bytes == 96);
  CHECK(group("com.acme.stock").retained_bytes == 40);
  CHECK(std::ranges::is_sorted(
      rows, std::greater(), [](const RetainedPackage& row) { return row.group.retained_bytes; }));
}

TEST_CASE("a loader retains itself, its classes and their instances", "[analysis][retained]") {
  //  K -> keep -> w (of class W, by l), W.class -> cache
  GraphLiteral g(R"(
    class com.acme.L extends java.lang.ClassLoader
    class com.acme.W by l
    l : com.acme.L 64; w : com.acme.W 24; cache : byte[] 1000
    (static Main.K) -> keep; keep -> w; W.class -> cache
  )");
  const DominatorTree tree = MakeDominatorTree(g.graph(), {});
  const std::vector<RetainedLoader> rows = RetainedByLoader(g.graph(), tree);
  const auto at = std::ranges::find(rows, g["l"], &RetainedLoader::loader);
  REQUIRE(at != rows.end());
  CHECK(at->kind == LoaderKind::kCustom);
  CHECK(at->group.instances == 3);  // w, W.class, l
  CHECK(at->group.retained_bytes == 24 + 64 + 1000 + g.graph().shallow_size(g["W.class"]));
}

}  // namespace
}  // namespace taproot
