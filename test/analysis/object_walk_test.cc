#include "taproot/object_walk.h"

#include <string>
#include <vector>

#include "support/brute_force.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::GraphLiteral;

std::string Walked(const GraphLiteral& g, std::string_view starts, WalkOptions options = {}) {
  return g.Names(WalkObjects(g.graph(), g.Nodes(starts), options).nodes);
}

TEST_CASE("Breadth: an object is met by the reference nearest to the start", "[analysis][walk]") {
  //  a -> b -> c -> d -> e
  //  a ----------------> e
  GraphLiteral g("a -> b e; b -> c; c -> d; d -> e");
  const ObjectWalk walk = WalkObjects(g.graph(), g.Nodes("a"), {});
  CHECK(g.Names(walk.nodes) == "a b e c d");
  CHECK(walk.parent == std::vector<uint32_t>{ObjectWalk::kNoParent, 0, 0, 1, 3});
  CHECK(walk.slot[2] == FieldSlot(*g.graph().FieldIndex(g.graph().class_of(g["a"]), "f1")));
  CHECK(walk.reference_count == std::vector<uint32_t>{0, 1, 2, 1, 1});
}

TEST_CASE("Loop: a start counts the references to it, none for being a start", "[analysis][walk]") {
  //  a <-> b, a -> a
  GraphLiteral g("a -> b a; b -> a a");
  const ObjectWalk walk = WalkObjects(g.graph(), g.Nodes("a"), {});
  CHECK(g.Names(walk.nodes) == "a b");
  CHECK(walk.reference_count == std::vector<uint32_t>{3, 1});
}

TEST_CASE("several starts stand first, without repeats", "[analysis][walk]") {
  GraphLiteral g("a -> c; b -> a c");
  const ObjectWalk walk = WalkObjects(g.graph(), g.Nodes("b a b"), {});
  CHECK(g.Names(walk.nodes) == "b a c");
  CHECK(walk.parent == std::vector<uint32_t>{ObjectWalk::kNoParent, ObjectWalk::kNoParent, 0});
  CHECK(walk.slot[1] == ElementSlot(1));
  CHECK(walk.reference_count == std::vector<uint32_t>{0, 1, 2});
  CHECK(WalkObjects(g.graph(), {}, {}).nodes.empty());
}

// An object with everything at which a walk stops.
//
//   a -> c.class ---> static
//   a -> loader ----> parent
//   a -> thread ----> locals
//   a -> weak -weak-> referent -> beyond
const char kStops[] = R"(
  class com.acme.C; class com.acme.Loader extends java.lang.ClassLoader
  class com.acme.Worker extends java.lang.Thread
  a -> C.class loader thread weak
  C.class -> static
  loader : com.acme.Loader; loader -> parent; parent : java.lang.Object
  thread : com.acme.Worker; thread -> locals; locals : java.lang.Object
  weak -weak-> referent; referent -> beyond
)";

TEST_CASE("a walk stops at classes, loaders, threads and referents and counts them",
          "[analysis][walk]") {
  GraphLiteral g(kStops);
  const ObjectWalk walk = WalkObjects(g.graph(), g.Nodes("a"), {});
  CHECK(g.Names(walk.nodes) == "a weak");
  CHECK(walk.stops == WalkStops{.classes = 1, .loaders = 1, .threads = 1, .weak = 1});
}

TEST_CASE("options let a walk go on", "[analysis][walk]") {
  GraphLiteral g(kStops);
  CHECK(Walked(g, "a", {.enter_classes = true}) == "a C.class weak static");
  CHECK(Walked(g, "a", {.enter_loaders = true}) == "a loader weak parent");
  CHECK(Walked(g, "a", {.enter_threads = true}) == "a thread weak locals");
  CHECK(Walked(g, "a", {.enter_weak = true}) == "a weak referent beyond");
}

TEST_CASE("a start is entered, whatever it is", "[analysis][walk]") {
  GraphLiteral g(kStops);
  CHECK(Walked(g, "thread") == "thread locals");
  CHECK(Walked(g, "loader") == "loader parent");
  CHECK(Walked(g, "C.class") == "C.class static");
  CHECK(Walked(g, "weak") == "weak");
  const ObjectWalk walk = WalkObjects(g.graph(), g.Nodes("a loader"), {});
  CHECK(g.Names(walk.nodes) == "a loader weak parent");
  CHECK(walk.reference_count[1] == 1);
  CHECK(walk.stops.loaders == 0);
}

TEST_CASE("each kind of weak reference stops a walk; its own fields do not", "[analysis][walk]") {
  GraphLiteral g(R"(
    a -> s w f p
    s -soft-> x; w -weak-> x; f -final-> x; p -phantom-> x
    w -> own
  )");
  const ObjectWalk walk = WalkObjects(g.graph(), g.Nodes("a"), {});
  CHECK(g.Names(walk.nodes) == "a s w f p own");
  CHECK(walk.stops.weak == 4);
}

TEST_CASE("a referent held otherwise as well is walked, and the weak reference is still a stop",
          "[analysis][walk]") {
  GraphLiteral g("a -> w x; w -weak-> x");
  const ObjectWalk walk = WalkObjects(g.graph(), g.Nodes("a"), {});
  CHECK(g.Names(walk.nodes) == "a w x");
  CHECK(walk.reference_count == std::vector<uint32_t>{0, 1, 1});
  CHECK(walk.stops.weak == 1);
}

TEST_CASE("an object does not lead to its own class, whatever the options", "[analysis][walk]") {
  GraphLiteral g("class com.acme.W by loader; w : com.acme.W; w -> x; W.class -> big");
  const ObjectWalk walk = WalkObjects(g.graph(), g.Nodes("w"), {.enter_classes = true});
  CHECK(g.Names(walk.nodes) == "w x");
  CHECK(walk.stops == WalkStops());
}

TEST_CASE("a class of another loader that is named Thread is entered", "[analysis][walk]") {
  GraphLiteral g("class java.lang.Thread by loader; t : java.lang.Thread; a -> t");
  CHECK(Walked(g, "a") == "a t");
}

TEST_CASE("stops of a capture and a walk add up", "[analysis][walk]") {
  WalkStops stops{.classes = 1, .loaders = 2, .threads = 3, .weak = 4};
  stops += WalkStops{.classes = 10, .loaders = 20, .threads = 30, .weak = 40};
  CHECK(stops == WalkStops{.classes = 11, .loaders = 22, .threads = 33, .weak = 44});
}

WalkOptions DrawOptions(test::Random& random) {
  return {.enter_classes = random.OneIn(2),
          .enter_loaders = random.OneIn(2),
          .enter_threads = random.OneIn(2),
          .enter_weak = random.OneIn(2)};
}

void RequireSpanningTree(const HeapGraph& graph, const ObjectWalk& walk,
                         const test::PlainWalk& expected) {
  REQUIRE(walk.nodes.size() == expected.objects);
  uint32_t latest_parent = 0;
  for (size_t i = 0; i < walk.nodes.size(); ++i) {
    const NodeId node = walk.nodes[i];
    const auto distance = expected.distance[node.value];
    REQUIRE(distance.has_value());
    REQUIRE(walk.reference_count[i] == expected.reference_count[node.value]);
    const uint32_t parent = walk.parent[i];
    REQUIRE((parent == ObjectWalk::kNoParent) == (*distance == 0));
    if (parent == ObjectWalk::kNoParent) continue;
    REQUIRE(parent >= latest_parent);  // children lie side by side
    latest_parent = parent;
    REQUIRE(expected.distance[walk.nodes[parent].value] == *distance - 1);
    bool exists = false;
    for (size_t r = 0; r < graph.targets(walk.nodes[parent]).size(); ++r) {
      exists |= graph.targets(walk.nodes[parent])[r] == node &&
                graph.slots(walk.nodes[parent])[r] == walk.slot[i];
    }
    REQUIRE(exists);
  }
}

TEST_CASE("a walk matches brute force on random graphs", "[analysis][walk]") {
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    test::Random random(seed);
    const WalkOptions options = DrawOptions(random);
    std::vector<NodeId> starts;
    for (uint32_t i = 0; i <= random.Below(3); ++i) starts.push_back(RandomNode(graph, random));
    const ObjectWalk walk = WalkObjects(graph, starts, options);
    const test::PlainWalk expected = test::BruteWalk(graph, starts, options);
    INFO("seed " << seed);
    REQUIRE(walk.stops == expected.stops);
    RequireSpanningTree(graph, walk, expected);
  }
}

}  // namespace
}  // namespace taproot
