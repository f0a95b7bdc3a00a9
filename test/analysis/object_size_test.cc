#include "taproot/object_size.h"

#include <vector>

#include "support/brute_force.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::GraphLiteral;
using test::TestHeap;

TEST_CASE("Diamond: what is shared counts once", "[analysis][size]") {
  //    b
  //   / \.
  //  a   d
  //   \ /
  //    c
  GraphLiteral g(R"(
    a -> b c; b -> d; c -> d
    a : com.acme.Node 16
    b : com.acme.Node 24
    c : com.acme.Node 32
    d : com.acme.Node 1000
  )");
  const ObjectSize size = MeasureObjects(g.graph(), g.Nodes("a"), {});
  CHECK(size.objects == 4);
  CHECK(size.shallow_bytes == 16);
  CHECK(size.deep_bytes == 1072);
}

TEST_CASE("several objects are weighed together", "[analysis][size]") {
  GraphLiteral g("a -> x; b -> x y; x : com.acme.Node 100000");
  const ObjectSize both = MeasureObjects(g.graph(), g.Nodes("a b a"), {});
  CHECK(both.objects == 4);
  CHECK(both.shallow_bytes == 32);
  CHECK(both.deep_bytes == 100048);
  CHECK(MeasureObjects(g.graph(), {}, {}).objects == 0);
}

TEST_CASE("native bytes stand beside the heap", "[analysis][size]") {
  TestHeap heap;
  const NodeId holder = heap.NewArray("java.lang.Object[]", 24, 1);
  const NodeId buffer = heap.New("java.lang.Object", 64);
  heap.SetElement(holder, 0, buffer);
  heap.builder().AddNativeBytes(buffer, 8 << 20);
  const HeapGraph graph = std::move(heap).Build();
  const ObjectSize size = MeasureObjects(graph, std::vector{holder}, {});
  CHECK(size.deep_bytes == 88);
  CHECK(size.native_bytes == 8 << 20);
}

TEST_CASE("S05: two owners of the same values: the values are the shared part",
          "[analysis][size]") {
  //  m1[] -> v0 ... v999 <- m2[]
  TestHeap heap;
  const NodeId m1 = heap.NewArray("java.lang.Object[]", 4016, 1000);
  const NodeId m2 = heap.NewArray("java.lang.Object[]", 4016, 1000);
  for (uint32_t i = 0; i < 1000; ++i) {
    const NodeId value = heap.New("java.lang.Object", 16);
    heap.SetElement(m1, i, value);
    heap.SetElement(m2, i, value);
  }
  const HeapGraph graph = std::move(heap).Build();
  CHECK(MeasureObjects(graph, std::vector{m1}, {}).deep_bytes == 20016);
  CHECK(MeasureObjects(graph, std::vector{m1, m2}, {}).deep_bytes == 24032);
  const SizeDelta delta = MeasureDelta(graph, m1, m2, {});
  CHECK(delta.base.deep_bytes == 20016);
  CHECK(delta.object.deep_bytes == 20016);
  CHECK(delta.delta_objects == 1);
  CHECK(delta.delta_bytes == 4016);
  CHECK(delta.shared_objects == 1000);
  CHECK(delta.shared_bytes == 16000);
}

TEST_CASE("S06: an array of a thousand references weighs what the VM says", "[analysis][size]") {
  TestHeap heap;
  const NodeId array = heap.NewArray("java.lang.Object[]", 4016, 1000);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(MeasureObjects(graph, std::vector{array}, {}).deep_bytes == 4016);
}

TEST_CASE("sums are wider than 32 bits", "[analysis][size]") {
  TestHeap heap;
  const NodeId array = heap.NewArray("java.lang.Object[]", 56, 10);
  for (uint32_t i = 0; i < 10; ++i) {
    heap.SetElement(array, i, heap.NewArray("byte[]", uint64_t{2} << 30, (2u << 30) - 16));
  }
  const HeapGraph graph = std::move(heap).Build();
  CHECK(MeasureObjects(graph, std::vector{array}, {}).deep_bytes == (uint64_t{20} << 30) + 56);
}

TEST_CASE("an object weighed against itself or a part of it", "[analysis][size]") {
  GraphLiteral g("a -> b; b -> c");
  const SizeDelta same = MeasureDelta(g.graph(), g["a"], g["a"], {});
  CHECK(same.delta_objects == 0);
  CHECK(same.shared_objects == 3);
  const SizeDelta part = MeasureDelta(g.graph(), g["b"], g["a"], {});
  CHECK(part.delta_objects == 1);
  CHECK(part.delta_bytes == 16);
  const SizeDelta whole = MeasureDelta(g.graph(), g["a"], g["b"], {});
  CHECK(whole.delta_objects == 0);
  CHECK(whole.shared_bytes == 32);
}

TEST_CASE("each side of a delta stops on its own", "[analysis][size]") {
  GraphLiteral g(R"(
    class com.acme.C
    a -> C.class x
    C.class -> y
  )");
  const SizeDelta delta = MeasureDelta(g.graph(), g["C.class"], g["a"], {});
  CHECK(delta.base.objects == 2);
  CHECK(delta.object.objects == 2);
  CHECK(delta.object.stops.classes == 1);
  CHECK(delta.shared_objects == 0);
}

TEST_CASE("sizes match brute force on random graphs", "[analysis][size]") {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    test::Random random(seed);
    const WalkOptions options{.enter_classes = random.OneIn(2), .enter_weak = random.OneIn(2)};
    const NodeId base = RandomNode(graph, random);
    const NodeId object = RandomNode(graph, random);
    const test::PlainWalk of_base = test::BruteWalk(graph, std::vector{base}, options);
    const test::PlainWalk of_object = test::BruteWalk(graph, std::vector{object}, options);
    uint64_t shared_objects = 0;
    uint64_t shared_bytes = 0;
    for (uint32_t i = 0; i < graph.node_count(); ++i) {
      if (!of_base.distance[i] || !of_object.distance[i]) continue;
      ++shared_objects;
      shared_bytes += graph.shallow_size(NodeId(i));
    }
    const SizeDelta delta = MeasureDelta(graph, base, object, options);
    INFO("seed " << seed);
    REQUIRE(delta.base.objects == of_base.objects);
    REQUIRE(delta.base.stops == of_base.stops);
    REQUIRE(delta.object.deep_bytes == of_object.bytes);
    REQUIRE(delta.object.native_bytes == of_object.native_bytes);
    REQUIRE(delta.object.shallow_bytes == graph.shallow_size(object));
    REQUIRE(delta.shared_objects == shared_objects);
    REQUIRE(delta.shared_bytes == shared_bytes);
    REQUIRE(delta.delta_bytes == of_object.bytes - shared_bytes);
    REQUIRE(delta.delta_objects == of_object.objects - shared_objects);
    // Together they weigh what the base weighs and what the object adds to it, unless one of them
    // is entered by the other only for being a start.
    const ObjectSize both = MeasureObjects(graph, std::vector{base, object}, options);
    REQUIRE(both.deep_bytes >= delta.base.deep_bytes);
    REQUIRE(both.deep_bytes >= delta.object.deep_bytes);
  }
}

}  // namespace
}  // namespace taproot
