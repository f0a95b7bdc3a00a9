#include "graph/heap_graph_builder.h"

#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::TestHeap;

absl::StatusCode CodeOf(HeapGraphBuilder&& builder) {
  return std::move(builder).Build().status().code();
}

ClassId AddPlainClass(HeapGraphBuilder& builder) {
  JavaClass java_class;
  java_class.name = "C";
  return builder.AddClass(std::move(java_class));
}

// One class and two nodes.
struct TwoNodes {
  HeapGraphBuilder builder;
  ClassId java_class = AddPlainClass(builder);
  NodeId a = builder.AddNode(java_class, 16);
  NodeId b = builder.AddNode(java_class, 24);
};

TEST_CASE("an empty heap is a graph", "[graph]") {
  absl::StatusOr<HeapGraph> graph = HeapGraphBuilder().Build();
  REQUIRE(graph.ok());
  CHECK(graph->node_count() == 0);
  CHECK(graph->reference_count() == 0);
}

TEST_CASE("references given in any order lie in rows, a row in the order given", "[graph]") {
  HeapGraphBuilder builder;
  const ClassId c = AddPlainClass(builder);
  std::vector<NodeId> n;
  for (int i = 0; i < 4; ++i) n.push_back(builder.AddNode(c, 16));
  builder.AddReference(n[2], n[0], FieldSlot(5));
  builder.AddReference(n[0], n[3], FieldSlot(1));
  builder.AddReference(n[2], n[2], FieldSlot(4));
  builder.AddReference(n[0], n[1], FieldSlot(0));
  builder.AddReference(n[2], n[0], FieldSlot(3));
  const HeapGraph graph = *std::move(builder).Build();

  auto row = [&](int i) {
    std::vector<std::pair<NodeId, uint32_t>> row;
    graph.ForEachReference(n[static_cast<size_t>(i)], [&](NodeId to, ReferenceSlot slot) {
      row.emplace_back(to, slot.index());
    });
    return row;
  };
  using Row = std::vector<std::pair<NodeId, uint32_t>>;
  CHECK(row(0) == Row{{n[3], 1}, {n[1], 0}});
  CHECK(row(1).empty());
  CHECK(row(2) == Row{{n[0], 5}, {n[2], 4}, {n[0], 3}});
  CHECK(row(3).empty());
  CHECK(graph.degree(n[2]) == 3);
  CHECK(graph.first_reference(n[2]) == 2);
  CHECK(graph.reference_count() == 5);
}

TEST_CASE("rows laid out already are taken as they are", "[graph]") {
  HeapGraphBuilder builder;
  const ClassId c = AddPlainClass(builder);
  builder.AdoptRows({.class_of = {c, c},
                     .size_in_words = {2, 3},
                     .array_length = {0, 1},
                     .first = {0, 0, 2},
                     .targets = {NodeId(0), NodeId(1)},
                     .slots = {ElementSlot(0), ElementSlot(7)}});
  const HeapGraph graph = *std::move(builder).Build();
  CHECK(graph.node_count() == 2);
  CHECK(graph.shallow_size(NodeId(1)) == 24);
  CHECK(graph.array_length(NodeId(1)) == 1);
  CHECK(graph.degree(NodeId(0)) == 0);
  CHECK(graph.targets(NodeId(1))[1] == NodeId(1));
  CHECK(graph.slots(NodeId(1))[1] == ElementSlot(7));
}

TEST_CASE("rows that do not fit together are refused", "[graph]") {
  const HeapGraphBuilder::Rows good{.class_of = {ClassId(0), ClassId(0)},
                                    .size_in_words = {2, 2},
                                    .array_length = {0, 0},
                                    .first = {0, 1, 1},
                                    .targets = {NodeId(1)},
                                    .slots = {FieldSlot(0)}};
  auto code = [](HeapGraphBuilder::Rows rows) {
    HeapGraphBuilder builder;
    AddPlainClass(builder);
    builder.AdoptRows(std::move(rows));
    return CodeOf(std::move(builder));
  };
  auto broken = [&](auto damage) {
    HeapGraphBuilder::Rows rows = good;
    damage(rows);
    return code(std::move(rows));
  };
  constexpr absl::StatusCode kBad = absl::StatusCode::kInvalidArgument;
  CHECK(code(good) == absl::StatusCode::kOk);
  CHECK(broken([](auto& r) { r.first = {}; }) == kBad);
  CHECK(broken([](auto& r) { r.first = {0, 1}; }) == kBad);
  CHECK(broken([](auto& r) { r.first = {1, 1, 1}; }) == kBad);
  CHECK(broken([](auto& r) { r.first = {0, 2, 1}; }) == kBad);
  CHECK(broken([](auto& r) { r.first = {0, 1, 2}; }) == kBad);
  CHECK(broken([](auto& r) { r.slots = {}; }) == kBad);
  CHECK(broken([](auto& r) { r.size_in_words = {2}; }) == kBad);
  CHECK(broken([](auto& r) { r.array_length = {0, 0, 0}; }) == kBad);
  CHECK(broken([](auto& r) { r.class_of = {ClassId(0), ClassId(1)}; }) == kBad);
  CHECK(broken([](auto& r) { r.targets = {NodeId(2)}; }) == kBad);
  CHECK(broken([](auto& r) { r.targets = {NodeId()}; }) == kBad);
}

TEST_CASE("an id that points outside of its table is refused", "[graph]") {
  TwoNodes g;
  CHECK(CodeOf(std::move(TwoNodes().builder)) == absl::StatusCode::kOk);
  SECTION("reference to") { g.builder.AddReference(g.a, NodeId(2), FieldSlot(0)); }
  SECTION("reference from") { g.builder.AddReference(NodeId(2), g.a, FieldSlot(0)); }
  SECTION("reference from nothing") { g.builder.AddReference(NodeId(), g.a, FieldSlot(0)); }
  SECTION("class of a node") { g.builder.AddNode(ClassId(1), 16); }
  SECTION("no class of a node") { g.builder.AddNode(ClassId(), 16); }
  SECTION("mirror") { g.builder.java_class(g.java_class).mirror = NodeId(2); }
  SECTION("loader") { g.builder.java_class(g.java_class).loader = NodeId(2); }
  SECTION("host") { g.builder.java_class(g.java_class).host = ClassId(1); }
  SECTION("superclass") { g.builder.java_class(g.java_class).super = ClassId(1); }
  SECTION("superclass of itself") { g.builder.java_class(g.java_class).super = g.java_class; }
  SECTION("root") { g.builder.AddRoot({.node = NodeId(2)}); }
  SECTION("root nowhere") { g.builder.AddRoot({}); }
  SECTION("thread of a root") { g.builder.AddRoot({.node = g.a, .thread = ThreadId(0)}); }
  SECTION("class of a root") { g.builder.AddRoot({.node = g.a, .klass = ClassId(1)}); }
  SECTION("method of a root") { g.builder.AddRoot({.node = g.a, .method = MethodId(0)}); }
  SECTION("thread") { g.builder.AddThread({.name = "t", .node = NodeId(2)}); }
  SECTION("native bytes") { g.builder.AddNativeBytes(NodeId(2), 1); }
  SECTION("watched") { g.builder.AddWatched({.id = 1, .node = NodeId(2)}); }
  CHECK(CodeOf(std::move(g.builder)) == absl::StatusCode::kInvalidArgument);
}

TEST_CASE("what may be unknown may be left out", "[graph]") {
  TwoNodes g;
  g.builder.AddRoot({.kind = RootKind::kStackLocal, .node = g.a});
  g.builder.AddThread({.name = "t"});
  g.builder.AddWatched({.id = 1});
  CHECK(CodeOf(std::move(g.builder)) == absl::StatusCode::kOk);
}

TEST_CASE("a class takes over layout, field counts and strength from its superclass", "[graph]") {
  TestHeap heap;
  const ClassId base = heap.AddClass("Base", "java.lang.Object",
                                     {"int a", "static long count", "Object b", "byte[] c"});
  const ClassId sub = heap.AddClass("Sub", "Base", {"double d", "String[] e"});
  const ClassId weak = heap.AddClass("Entry", "java.lang.ref.WeakReference", {"Object value"});
  const HeapGraph graph = std::move(heap).Build();

  CHECK(graph.java_class(base).first_field == 0);
  CHECK(graph.java_class(base).primitive_fields == 1);
  CHECK(graph.java_class(base).reference_fields == 2);
  CHECK(graph.java_class(sub).first_field == 4);
  CHECK(graph.java_class(sub).primitive_fields == 2);
  CHECK(graph.java_class(sub).reference_fields == 3);
  CHECK(graph.java_class(sub).referent_strength == Strength::kStrong);
  CHECK(graph.java_class(weak).referent_strength == Strength::kWeak);
}

TEST_CASE("static fields and class objects of built-in classes become roots", "[graph]") {
  TestHeap heap;
  const ClassId main = heap.AddClass("Main", "java.lang.Object",
                                     {"static int n", "static Object KEEP", "static Object LAST"});
  const ClassId plugin = heap.AddClass("Plugin", "java.lang.Object", {"static Object KEEP"});
  const NodeId loader = heap.New("java.lang.ClassLoader", 80);
  const NodeId main_mirror = heap.AddMirror(main);
  const NodeId plugin_mirror = heap.AddMirror(plugin, loader);
  const NodeId a = heap.New("java.lang.Object", 16);
  const NodeId b = heap.New("java.lang.Object", 16);
  heap.Set(main_mirror, "LAST", b);
  heap.Set(main_mirror, "KEEP", a);
  heap.builder().AddReference(main_mirror, b, ReferenceSlot(ReferenceKind::kMirrorField, 1));
  heap.Set(plugin_mirror, "KEEP", a);

  SECTION("for a whole heap") {
    const HeapGraph graph = std::move(heap).Build();
    REQUIRE(graph.roots().size() == 3);
    const Root last{.kind = RootKind::kStaticField, .node = b, .klass = main, .field = 2};
    const Root keep{.kind = RootKind::kStaticField, .node = a, .klass = main, .field = 1};
    const Root mirror{.kind = RootKind::kSystemClass, .node = main_mirror, .klass = main};
    CHECK(graph.root(RootId(0)) == last);
    CHECK(graph.root(RootId(1)) == keep);
    CHECK(graph.root(RootId(2)) == mirror);
  }
  SECTION("but not for the objects below an input") {
    heap.builder().SetRootsOfClasses(false);
    heap.AddRoot(RootKind::kInput, a);
    const HeapGraph graph = std::move(heap).Build();
    REQUIRE(graph.roots().size() == 1);
    CHECK(graph.root(RootId(0)).kind == RootKind::kInput);
  }
}

TEST_CASE("a list of three million nodes is built", "[graph]") {
  constexpr uint32_t kLength = 3'000'000;
  HeapGraphBuilder builder;
  const ClassId c = AddPlainClass(builder);
  for (uint32_t i = 0; i < kLength; ++i) builder.AddNode(c, 24);
  for (uint32_t i = kLength - 1; i > 0; --i) {
    builder.AddReference(NodeId(i - 1), NodeId(i), FieldSlot(0));
  }
  const HeapGraph graph = *std::move(builder).Build();
  CHECK(graph.node_count() == kLength);
  CHECK(graph.targets(NodeId(kLength - 2))[0] == NodeId(kLength - 1));
  // Five columns of four bytes, and what the vectors of nodes have to spare.
  CHECK(graph.memory_bytes() < kLength * 32ull);
}

}  // namespace
}  // namespace taproot
