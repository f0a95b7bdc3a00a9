// Shapes on which recursion overflows and quadratic algorithms never end.
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/test_heap.h"
#include "taproot/histogram.h"
#include "taproot/object_size.h"
#include "taproot/profile_tree.h"
#include "taproot/reachability.h"
#include "taproot/root_paths.h"
#include "taproot/verdict.h"

namespace taproot {
namespace {

using test::TestHeap;

TEST_CASE("T11: a list of three million nodes is no trouble to any analysis", "[analysis][large]") {
  //  HEAD -> n0 -> n1 -> ... -> n2999999 -> tail
  constexpr uint32_t kLength = 3'000'000;
  TestHeap heap;
  heap.AddClass("Node", "java.lang.Object", {"Node next"});
  const NodeId head = heap.New("Node", 24);
  NodeId last = head;
  for (uint32_t i = 1; i < kLength; ++i) {
    const NodeId next = heap.New("Node", 24);
    heap.builder().AddReference(last, next, FieldSlot(0));
    last = next;
  }
  const NodeId tail = heap.NewArray("byte[]", 1 << 20, 0);
  heap.builder().AddReference(last, tail, FieldSlot(0));
  heap.AddRoot(RootKind::kJniGlobal, head);
  heap.builder().AddWatched({.id = 1, .node = tail, .age_ms = 10'000});
  const HeapGraph graph = std::move(heap).Build();
  constexpr uint64_t kBytes = uint64_t{kLength} * 24 + (1 << 20);

  CHECK(ReachableFromRoots(graph, Strength::kStrong).count() == kLength + 1);
  CHECK(MakeHistogram(graph).shallow_bytes == kBytes);
  CHECK(MeasureObjects(graph, {&head, 1}, {}).deep_bytes == kBytes);
  const std::vector<Finding> findings = JudgeWatched(graph, {});
  REQUIRE(findings.at(0).path.has_value());
  CHECK(findings[0].verdict == Verdict::kStronglyReachable);
  CHECK(findings[0].path->steps.size() == kLength + 1);

  const ProfileTree tree = MakeProfileTree(graph, {&head, 1}, {});
  CHECK(tree.objects == kLength + 1);
  CHECK(tree.entries[0].bytes == kBytes);
  const auto deepest = static_cast<uint32_t>(tree.entries.size() - 1);
  CHECK(tree.entries[deepest].is_shell);
  CHECK(tree.entries[deepest].depth == kLength + 1);
  const std::vector<std::string> path = EntryPath(graph, tree, deepest);
  REQUIRE(path.size() == kLength + 1);
  CHECK(path.back() == "Node#next");
}

TEST_CASE("a list of a hundred thousand arrays has paths of a linear size", "[analysis][large]") {
  constexpr uint32_t kLength = 100'000;
  TestHeap heap;
  const NodeId head = heap.NewArray("java.lang.Object[]", 24, 1);
  NodeId last = head;
  for (uint32_t i = 1; i < kLength; ++i) {
    const NodeId next = heap.NewArray("java.lang.Object[]", 24, 1);
    heap.SetElement(last, 0, next);
    last = next;
  }
  const HeapGraph graph = std::move(heap).Build();
  const ProfileTree tree = MakeProfileTree(graph, {&head, 1}, {});
  const auto deepest = static_cast<uint32_t>(tree.entries.size() - 1);
  size_t characters = 0;
  for (const std::string& link : EntryPath(graph, tree, deepest)) characters += link.size();
  CHECK(characters < kLength * 60);
}

TEST_CASE("a map of a million entries is profiled", "[analysis][large]") {
  //  map -> table[] -> node -> key, node -> value -> bytes
  constexpr uint32_t kEntries = 1'000'000;
  TestHeap heap;
  heap.AddClass("HashMap", "java.lang.Object", {"Node[] table"});
  heap.AddClass("Node", "java.lang.Object", {"Object key", "Object value"});
  const NodeId map = heap.New("HashMap", 48);
  const NodeId table = heap.NewArray("java.lang.Object[]", 8'388'624, 1 << 21);
  heap.Set(map, "table", table);
  for (uint32_t i = 0; i < kEntries; ++i) {
    const NodeId node = heap.New("Node", 32);
    const NodeId value = heap.New("java.lang.String", 24);
    heap.SetElement(table, i, node);
    heap.builder().AddReference(node, heap.New("java.lang.Object", 16), FieldSlot(0));
    heap.builder().AddReference(node, value, FieldSlot(1));
    heap.builder().AddReference(value, heap.NewArray("byte[]", 24, 7), FieldSlot(0));
  }
  const HeapGraph graph = std::move(heap).Build();
  const ProfileTree tree = MakeProfileTree(graph, {&map, 1}, {});
  CHECK(tree.objects == 4ull * kEntries + 2);
  CHECK(tree.entries.size() == 2 * tree.objects);
  CHECK(tree.entries[0].bytes == 96ull * kEntries + 48 + 8'388'624);
  CHECK(tree.entries[1].child_count == kEntries + 1);
  CHECK(tree.entries[tree.entries[1].first_child].is_shell);
}

TEST_CASE("many watched objects are weighed without going through the heap for each",
          "[analysis][large]") {
  constexpr uint32_t kWatched = 20'000;
  TestHeap heap;
  const NodeId keep = heap.NewArray("java.lang.Object[]", 16 + 4 * kWatched, kWatched);
  heap.AddRoot(RootKind::kJniGlobal, keep);
  for (uint32_t i = 0; i < kWatched; ++i) {
    const NodeId node = heap.New("java.lang.Object", 16);
    heap.SetElement(keep, i, node);
    heap.builder().AddWatched({.id = i + 1, .node = node, .age_ms = 10'000});
  }
  for (uint32_t i = 0; i < 1'000'000; ++i) heap.New("java.lang.Object", 16);
  const HeapGraph graph = std::move(heap).Build();
  uint64_t bytes = 0;
  for (const Finding& finding : JudgeWatched(graph, {})) bytes += finding.size.deep_bytes;
  CHECK(bytes == 16ull * kWatched);
}

}  // namespace
}  // namespace taproot
