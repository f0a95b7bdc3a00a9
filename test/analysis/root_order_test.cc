#include "analysis/root_order.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::TestHeap;

TEST_CASE("roots are ordered by rank, kind and names, not by place", "[analysis][paths]") {
  TestHeap heap;
  const ClassId a = heap.AddClass("A", "java.lang.Object", {"static Object z", "static Object y"});
  const ClassId b = heap.AddClass("B", "java.lang.Object", {"static Object x"});
  const NodeId n = heap.New("java.lang.Object", 16);
  const ThreadId main = heap.AddThread("main");
  const ThreadId pool = heap.AddThread("pool");
  const MethodId run = heap.AddMethod("A", "run");
  const MethodId call = heap.AddMethod("A", "call");
  const std::vector<Root> expected = {
      {.kind = RootKind::kInput, .node = n},
      {.kind = RootKind::kStaticField, .node = n, .klass = a, .field = 1},
      {.kind = RootKind::kStaticField, .node = n, .klass = a, .field = 0},
      {.kind = RootKind::kStaticField, .node = n, .klass = b, .field = 0},
      {.kind = RootKind::kSystemClass, .node = n, .klass = a},
      {.kind = RootKind::kSystemClass, .node = n, .klass = b},
      {.kind = RootKind::kThread, .node = n, .thread = main},
      {.kind = RootKind::kThread, .node = n, .thread = pool},
      {.kind = RootKind::kStackLocal, .node = n, .thread = pool, .method = call},
      {.kind = RootKind::kStackLocal, .node = n, .thread = main, .method = run, .depth = 0},
      {.kind = RootKind::kStackLocal,
       .node = n,
       .thread = main,
       .method = run,
       .depth = 1,
       .slot = 0},
      {.kind = RootKind::kStackLocal,
       .node = n,
       .thread = main,
       .method = run,
       .depth = 1,
       .slot = 2},
      {.kind = RootKind::kJniLocal, .node = n, .thread = main},
      {.kind = RootKind::kJniGlobal, .node = n},
      {.kind = RootKind::kMonitor, .node = n},
      {.kind = RootKind::kVmInternal, .node = n},
  };
  // Backwards, and from the middle outwards.
  const bool backwards = GENERATE(true, false);
  const size_t count = expected.size();
  for (size_t i = 0; i < count; ++i) {
    heap.builder().AddRoot(expected[backwards ? count - 1 - i : (i * 7) % count]);
  }
  const HeapGraph graph = std::move(heap).Build();
  std::vector<Root> actual;
  for (RootId id : RootsInOrder(graph)) actual.push_back(graph.root(id));
  CHECK(actual == expected);
}

}  // namespace
}  // namespace taproot
