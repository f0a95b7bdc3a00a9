// Dominators of shapes on which recursion overflows, semi-NCA never ends and 32 bits are too few.
#include <malloc.h>

#include <cstdint>
#include <fstream>
#include <string>

#include "analysis/dominator_tree_maker.h"
#include "support/catch.h"
#include "support/random_graph.h"
#include "support/test_heap.h"
#include "taproot/dominators.h"

namespace taproot {
namespace {

using test::TestHeap;

// HEAD -> n0 -> n1 -> ...
HeapGraph Chain(uint32_t length) {
  TestHeap heap;
  heap.AddClass("Node", "java.lang.Object", {"Node next"});
  const NodeId head = heap.New("Node", 24);
  for (uint32_t i = 1; i < length; ++i) {
    const NodeId next = heap.New("Node", 24);
    heap.builder().AddReference(NodeId(next.value - 1), next, FieldSlot(0));
  }
  heap.AddRoot(RootKind::kJniGlobal, head);
  return std::move(heap).Build();
}

TEST_CASE("T11: each node of a list of three million retains the rest of it",
          "[analysis][dominators][large]") {
  constexpr uint32_t kLength = 3'000'000;
  const HeapGraph graph = Chain(kLength);
  const DominatorTree tree = MakeDominatorTree(graph, {});
  CHECK(tree.retained_bytes(NodeId(0)) == uint64_t{kLength} * 24);
  CHECK(tree.retained_bytes(NodeId(kLength - 1)) == 24);
  CHECK(tree.retained_objects(NodeId(1'000'000)) == 2'000'000);
  CHECK(tree.parent(NodeId(1'000'000)) == DominatorId(999'999));
}

// A chain of `length`, from whose end an array leads to as many objects. The root refers to all of
// them too: their semi-dominator is far above their parent, and semi-NCA climbs the chain for each.
//
//  root[] -> n0 -> n1 -> ... -> array[] -> w0, w1, ...
//         -> w0, w1, ...
HeapGraph WorstCase(uint32_t length) {
  TestHeap heap;
  heap.AddClass("Node", "java.lang.Object", {"Node next"});
  const NodeId root = heap.NewArray("java.lang.Object[]", 16, length + 1);
  const NodeId array = heap.NewArray("java.lang.Object[]", 16, length);
  NodeId last = root;
  for (uint32_t i = 0; i < length; ++i) {
    const NodeId next = heap.New("Node", 24);
    heap.builder().AddReference(last, next, i == 0 ? ElementSlot(0) : FieldSlot(0));
    last = next;
  }
  heap.builder().AddReference(last, array, FieldSlot(0));
  for (uint32_t i = 0; i < length; ++i) {
    const NodeId object = heap.New("java.lang.Object", 16);
    heap.SetElement(root, i + 1, object);
    heap.SetElement(array, i, object);
  }
  heap.AddRoot(RootKind::kJniGlobal, root);
  return std::move(heap).Build();
}

TEST_CASE("where semi-NCA takes too many steps, Lengauer and Tarjan finish",
          "[analysis][dominators][large]") {
  const HeapGraph graph = WorstCase(100'000);
  DominatorTreeMaker maker(graph, {}, nullptr);
  const DominatorTree tree = maker.Make({});
  CHECK(maker.method() == DominatorMethod::kLengauerTarjan);
  const DominatorId root(graph.roots()[0].node.value);
  CHECK(tree.retained_objects(root) == graph.node_count());
  CHECK(tree.Children(root).size() == 100'001);
  CHECK(tree.retained_objects(tree.Children(root)[0]) == 100'001);

  const HeapGraph small = WorstCase(300);
  DominatorTreeMaker patient(small, {}, nullptr);
  const DominatorTree a = patient.Make({.method = DominatorMethod::kSemiNca});
  CHECK(patient.method() == DominatorMethod::kSemiNca);
  DominatorTreeMaker hasty(small, {}, nullptr);
  const DominatorTree b = hasty.Make({});
  CHECK(hasty.method() == DominatorMethod::kLengauerTarjan);
  for (uint32_t i = 0; i < a.id_count(); ++i) {
    REQUIRE(a.parent(DominatorId(i)) == b.parent(DominatorId(i)));
  }
}

TEST_CASE("sums beyond 32 GiB are exact", "[analysis][dominators][large]") {
  //  root[] -> 40 arrays of 2 GiB, each with an array of its own below it
  TestHeap heap;
  constexpr uint64_t kHuge = uint64_t{2} << 30;
  const NodeId root = heap.NewArray("java.lang.Object[]", 64, 40);
  heap.AddRoot(RootKind::kJniGlobal, root);
  for (uint32_t i = 0; i < 40; ++i) {
    const NodeId above = heap.NewArray("java.lang.Object[]", kHuge + 8 * i, 1);
    heap.SetElement(above, 0, heap.NewArray("byte[]", kHuge, 0));
    heap.SetElement(root, i, above);
  }
  const HeapGraph graph = std::move(heap).Build();
  const DominatorTree tree = MakeDominatorTree(graph, {});
  constexpr uint64_t kAll = 80 * kHuge + 8 * (39 * 40 / 2) + 64;
  CHECK(tree.retained_bytes(root) == kAll);
  CHECK(tree.retained_bytes(tree.whole()) == kAll);
  CHECK(tree.retained_bytes(NodeId(1)) == 2 * kHuge);
}

// References to any object, twice as many as objects: large enough that both threads are at work.
HeapGraph Tangle(uint32_t objects, uint64_t seed) {
  TestHeap heap;
  heap.AddClass("Node", "java.lang.Object", {"Node left", "Node right"});
  test::Random random(seed);
  for (uint32_t i = 0; i < objects; ++i) heap.New("Node", 24);
  for (uint32_t i = 0; i < objects; ++i) {
    heap.builder().AddReference(NodeId(i), NodeId(random.Below(objects)), FieldSlot(0));
    heap.builder().AddReference(NodeId(i), NodeId(random.Below(objects)), FieldSlot(1));
  }
  heap.AddRoot(RootKind::kJniGlobal, NodeId(0));
  return std::move(heap).Build();
}

TEST_CASE("both methods build the same tree of a large tangle", "[analysis][dominators][large]") {
  const HeapGraph graph = Tangle(500'000, 7);
  const DominatorTree a =
      DominatorTreeMaker(graph, {}, nullptr).Make({.method = DominatorMethod::kSemiNca});
  const DominatorTree b =
      DominatorTreeMaker(graph, {}, nullptr).Make({.method = DominatorMethod::kLengauerTarjan});
  uint64_t different = 0;
  for (uint32_t i = 0; i < a.id_count(); ++i) {
    different += a.parent(DominatorId(i)) != b.parent(DominatorId(i));
  }
  CHECK(different == 0);
  CHECK(a.retained_objects(a.whole()) == a.preorder().size() - a.holders().size());
}

// Sanitizers take memory of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// "VmHWM", "VmRSS"; -1 if the kernel does not say.
int64_t StatusKilobytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != key + ":") continue;
    int64_t kilobytes = -1;
    status >> kilobytes;
    return kilobytes;
  }
  return -1;
}

TEST_CASE("it takes no more than 24 bytes a node and 8 a reference, and keeps 20 a node",
          "[analysis][dominators][large]") {
  const HeapGraph graph = GENERATE(0, 1) == 0 ? Chain(4'000'000) : Tangle(1'500'000, 11);
  malloc_trim(0);  // what was used to make the graph must not be there to be used again
  // Writing 5 sets the peak of the process back to what it has now.
  std::ofstream("/proc/self/clear_refs") << 5 << std::flush;
  const int64_t before = StatusKilobytes("VmHWM");
  if (before < 0 || before > StatusKilobytes("VmRSS") + 4096) {
    WARN("the kernel does not set back the peak: nothing measured");
    return;
  }
  const DominatorTree tree = MakeDominatorTree(graph, {});
  const int64_t peak = (StatusKilobytes("VmHWM") - before) * 1024;
  const int64_t nodes = graph.node_count();
  const auto references = static_cast<int64_t>(graph.reference_count());
  CHECK(peak <= 24 * nodes + 8 * references + (int64_t{8} << 20));
  CHECK(peak >= 20 * nodes);  // it was the peak that was measured
  CHECK(tree.memory_bytes() <= 20 * static_cast<uint64_t>(nodes) + 1024);
}
#endif

}  // namespace
}  // namespace taproot
