#include "taproot/histogram.h"

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "support/brute_force.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::GraphLiteral;

std::vector<std::string> Rows(const HeapGraph& graph) {
  std::vector<std::string> rows;
  for (const HistogramRow& row : MakeHistogram(graph).rows) {
    const JavaClass& java_class = graph.java_class(row.java_class);
    rows.push_back(absl::StrCat(java_class.name, " (", java_class.loader_name, ") ", row.instances,
                                " ", row.shallow_bytes));
  }
  return rows;
}

TEST_CASE("what is reached counts, by references of any strength; garbage and fillers do not",
          "[analysis][histogram]") {
  GraphLiteral g(R"(
    (vm) -> a
    a -> w; w -weak-> b
    a : A 24
    b : A 32
    w : java.lang.ref.WeakReference 48
    class A
    garbage : A 24
    garbage -> a
    filler : int[] 4096
    class int[]
  )");
  CHECK(Rows(g.graph()) ==
        std::vector<std::string>{"A (boot) 2 56", "java.lang.ref.WeakReference (boot) 1 48"});
  const Histogram histogram = MakeHistogram(g.graph());
  CHECK(histogram.instances == 3);
  CHECK(histogram.shallow_bytes == 104);
}

TEST_CASE("rows are sorted by bytes, then instances, then name", "[analysis][histogram]") {
  GraphLiteral g(R"(
    class B; class A; class Many; class Big
    (vm) -> root
    root[] -> a b m1 m2 big
    root : java.lang.Object[] 40
    a : A 32
    b : B 32
    m1 : Many 16
    m2 : Many 16
    big : Big 64
  )");
  CHECK(Rows(g.graph()) ==
        std::vector<std::string>{"Big (boot) 1 64", "java.lang.Object[] (boot) 1 40",
                                 "Many (boot) 2 32", "A (boot) 1 32", "B (boot) 1 32"});
}

TEST_CASE("classes of one name and several loaders have a row each", "[analysis][histogram]") {
  test::TestHeap heap;
  NodeId instances[2];
  for (NodeId& instance : instances) {
    const NodeId loader = heap.New("java.lang.ClassLoader", 80);
    heap.AddMirror(heap.AddClass("com.acme.W"), loader);
    instance = heap.New("com.acme.W", 16);
    heap.AddRoot(RootKind::kJniGlobal, instance);
  }
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Rows(graph) == std::vector<std::string>{
                           "java.lang.Class (boot) 2 224", "java.lang.ClassLoader (boot) 2 160",
                           "com.acme.W (custom) 1 16", "com.acme.W (custom) 1 16"});
}

TEST_CASE("an empty heap has an empty histogram", "[analysis][histogram]") {
  const HeapGraph graph = test::TestHeap().Build();
  CHECK(MakeHistogram(graph).rows.empty());
  CHECK(MakeHistogram(graph).shallow_bytes == 0);
}

TEST_CASE("a histogram counts each reachable object once on random graphs",
          "[analysis][histogram]") {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    std::vector<NodeId> roots;
    for (const Root& root : graph.roots()) roots.push_back(root.node);
    std::map<ClassId, std::pair<uint64_t, uint64_t>> expected;
    for (NodeId node : test::BruteReachable(graph, roots, Strength::kPhantom)) {
      auto& [instances, bytes] = expected[graph.class_of(node)];
      ++instances;
      bytes += graph.shallow_size(node);
    }
    std::map<ClassId, std::pair<uint64_t, uint64_t>> actual;
    for (const HistogramRow& row : MakeHistogram(graph).rows) {
      actual[row.java_class] = {row.instances, row.shallow_bytes};
    }
    INFO("seed " << seed);
    REQUIRE(actual == expected);
  }
}

}  // namespace
}  // namespace taproot
