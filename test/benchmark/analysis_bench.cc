// The analyses on graphs of the size of a service's heap, without a JVM.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "support/random_graph.h"
#include "support/test_heap.h"
#include "taproot/histogram.h"
#include "taproot/object_size.h"
#include "taproot/object_ways.h"
#include "taproot/profile_tree.h"
#include "taproot/reachability.h"
#include "taproot/root_paths.h"

namespace taproot {
namespace {

using test::Random;
using test::TestHeap;

// A tree of records with two references each, the second one to any record made so far: about twice
// as many references as objects, as on a real heap. The last object is held by nothing.
HeapGraph MakeHeap(uint32_t objects) {
  TestHeap heap;
  heap.AddClass("Record", "java.lang.Object", {"int id", "Object next", "Object other"});
  Random random(objects);
  const NodeId first = heap.New("Record", 24);
  for (uint32_t i = 1; i < objects; ++i) {
    const NodeId node = heap.New("Record", 24);
    // Mostly close in memory to what refers to it.
    const uint32_t near = i - 1 - random.Below(i < 1000 ? i : 1000);
    heap.builder().AddReference(NodeId(first.value + near), node, FieldSlot(1));
    heap.builder().AddReference(node, NodeId(first.value + random.Below(i)), FieldSlot(2));
  }
  heap.New("Record", 24);
  heap.AddRoot(RootKind::kJniGlobal, first);
  return std::move(heap).Build();
}

const HeapGraph& Heap() {
  static const HeapGraph* heap = new HeapGraph(MakeHeap(6'000'000));
  return *heap;
}

void BM_PathToNothing(benchmark::State& state) {
  const NodeId unreachable(Heap().node_count() - 1);
  for (auto _ : state) benchmark::DoNotOptimize(FindRootPaths(Heap(), {&unreachable, 1}, {}));
}
BENCHMARK(BM_PathToNothing)->Unit(benchmark::kMillisecond);

std::vector<NodeId> SomeTargets(size_t count) {
  Random random(count);
  std::vector<NodeId> targets;
  for (size_t i = 0; i < count; ++i) targets.emplace_back(random.Below(Heap().node_count() - 1));
  return targets;
}

void BM_PathsTo1000Targets(benchmark::State& state) {
  const std::vector<NodeId> targets = SomeTargets(1000);
  for (auto _ : state) benchmark::DoNotOptimize(FindRootPaths(Heap(), targets, {}));
}
BENCHMARK(BM_PathsTo1000Targets)->Unit(benchmark::kMillisecond);

void BM_Referrers(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Referrers(Heap(), nullptr).of(NodeId(0)).size());
}
BENCHMARK(BM_Referrers)->Unit(benchmark::kMillisecond);

// Without turning the references round. Nearly all of this heap leads to each object of it.
void BM_WaysToOneObject(benchmark::State& state) {
  const std::vector<NodeId> targets = SomeTargets(1);
  const RootPath first = FindRootPaths(Heap(), targets, {})[0].value();
  WayFinder finder(Heap(), {.shortest = 5});
  for (auto _ : state) benchmark::DoNotOptimize(finder.Find(first));
}
BENCHMARK(BM_WaysToOneObject)->Unit(benchmark::kMillisecond);

void BM_ReachableFromRoots(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(ReachableFromRoots(Heap(), Strength::kPhantom).count());
  }
}
BENCHMARK(BM_ReachableFromRoots)->Unit(benchmark::kMillisecond);

void BM_Histogram(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(MakeHistogram(Heap()));
}
BENCHMARK(BM_Histogram)->Unit(benchmark::kMillisecond);

void BM_DeepSize(benchmark::State& state) {
  const NodeId first = Heap().roots()[0].node;
  for (auto _ : state) benchmark::DoNotOptimize(MeasureObjects(Heap(), {&first, 1}, {}));
}
BENCHMARK(BM_DeepSize)->Unit(benchmark::kMillisecond);

void BM_ProfileTree(benchmark::State& state) {
  const NodeId first = Heap().roots()[0].node;
  for (auto _ : state) benchmark::DoNotOptimize(MakeProfileTree(Heap(), {&first, 1}, {}));
}
BENCHMARK(BM_ProfileTree)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace taproot
