// From a graph to the retained sizes of all its nodes: our dominators beside a plain simple
// Lengauer-Tarjan, in turns in one process, on a random graph and on every snapshot file that
// TAPROOT_BENCH_SNAPSHOTS names (separated by ':'). Shortest paths to 1,000 targets beside them.
//
// The counters say the milliseconds of one round of each, as medians over the iterations, their
// ratio (the median of the rounds' ratios, which a busy machine disturbs least), and the peak of
// our memory beyond the graph, by node, with 8 bytes a reference taken off.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "benchmark/simple_lengauer_tarjan.h"
#include "support/random_graph.h"
#include "support/test_heap.h"
#include "taproot/dominators.h"
#include "taproot/root_paths.h"
#include "taproot/snapshot.h"

namespace taproot {
namespace {

constexpr int kRounds = 3;

// Each object refers to two others anywhere in memory: nothing is near, and no cache helps.
HeapGraph MakeTangle(uint32_t objects) {
  test::TestHeap classes;
  const ClassId node_class =
      classes.AddClass("Node", "java.lang.Object", {"Node left", "Node right"});
  HeapGraphBuilder::Rows rows;
  test::Random random(objects);
  rows.class_of.assign(objects, node_class);
  rows.size_in_words.assign(objects, 3);
  rows.array_length.assign(objects, 0);
  for (uint32_t i = 0; i < objects; ++i) {
    rows.first.push_back(2 * i);
    for (uint32_t field : {0, 1}) {
      rows.targets.emplace_back(random.Below(objects));
      rows.slots.push_back(FieldSlot(field));
    }
  }
  rows.first.push_back(2 * objects);
  classes.builder().AdoptRows(std::move(rows));
  classes.AddRoot(RootKind::kJniGlobal, NodeId(0));
  return std::move(classes).Build();
}

template <typename Work>
double Milliseconds(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

double StatusBytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != key + ":") continue;
    double kilobytes = 0;
    status >> kilobytes;
    return kilobytes * 1024;
  }
  return 0;
}

// The most memory that the work had beyond what there was before.
template <typename Work>
double PeakBytes(Work&& work) {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5 << std::flush;
  const double before = StatusBytes("VmHWM");
  work();
  return StatusBytes("VmHWM") - before;
}

std::vector<NodeId> Targets(const HeapGraph& graph) {
  test::Random random(graph.node_count());
  std::vector<NodeId> targets(1000);
  for (NodeId& target : targets) target = test::RandomNode(graph, random);
  return targets;
}

// The two trees say the same: ours has holders where the other one has its root.
bool Agree(const HeapGraph& graph, const DominatorTree& ours, const SimpleDominators& simple) {
  for (uint32_t i = 0; i < graph.node_count(); ++i) {
    if (ours.retained_bytes(NodeId(i)) != simple.retained_bytes[i]) return false;
  }
  return true;
}

void Compare(benchmark::State& state, const HeapGraph& graph) {
  std::vector<double> ours, simple, ratios, paths;
  bool agree = true;
  double peak = 0;
  const std::vector<NodeId> targets = Targets(graph);
  for (auto _ : state) {
    for (int round = 0; round < kRounds; ++round) {
      SimpleDominators plain;
      simple.push_back(Milliseconds([&] { plain = SimpleLengauerTarjan(graph); }));
      std::unique_ptr<DominatorTree> tree;
      peak = std::max(peak, PeakBytes([&] {
                        ours.push_back(Milliseconds([&] {
                          tree = std::make_unique<DominatorTree>(MakeDominatorTree(graph, {}));
                        }));
                      }));
      ratios.push_back(ours.back() / simple.back());
      if (round == 0) agree &= Agree(graph, *tree, plain);
      paths.push_back(
          Milliseconds([&] { benchmark::DoNotOptimize(FindRootPaths(graph, targets, {})); }));
    }
  }
  if (!agree) state.SkipWithError("the retained sizes differ");
  const auto nodes = static_cast<double>(graph.node_count());
  const auto references = static_cast<double>(graph.reference_count());
  state.counters["Mnodes"] = nodes / 1e6;
  state.counters["Mreferences"] = references / 1e6;
  state.counters["ours_ms"] = Median(ours);
  state.counters["simple_LT_ms"] = Median(simple);
  state.counters["ratio"] = Median(ratios);
  state.counters["paths_ms"] = Median(paths);
  state.counters["bytes/node"] = (peak - 8 * references) / nodes;
}

void RegisterAll() {
  auto add = [](const std::string& name, auto make) {
    benchmark::RegisterBenchmark(name.c_str(),
                                 [make](benchmark::State& state) {
                                   const std::unique_ptr<HeapGraph> graph = make();
                                   if (graph == nullptr) {
                                     state.SkipWithError("no such snapshot");
                                     return;
                                   }
                                   Compare(state, *graph);
                                 })
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  };
  add("dominators/random", [] { return std::make_unique<HeapGraph>(MakeTangle(10'000'000)); });
  const char* const files = std::getenv("TAPROOT_BENCH_SNAPSHOTS");
  const std::vector<std::string> names =
      absl::StrSplit(files == nullptr ? "" : files, ':', absl::SkipEmpty());
  for (const std::string& file : names) {
    add("dominators/" + file.substr(file.rfind('/') + 1), [file] {
      absl::StatusOr<HeapGraph> graph = ReadSnapshot(file, nullptr, SnapshotAccess::kCopy);
      return graph.ok() ? std::make_unique<HeapGraph>(*std::move(graph)) : nullptr;
    });
  }
}

const bool kRegistered = (RegisterAll(), true);

}  // namespace
}  // namespace taproot
