#include "taproot/growth.h"

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "support/catch.h"
#include "support/random_graph.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::Random;
using test::TestHeap;

constexpr uint64_t kSessionBytes = 40;

// Main.ACTIVE -> Registry -> Object[] -> n Sessions, each with a byte[] of 100 bytes;
// Main.CACHE -> Object[] -> m Entries; some threads.
struct HeapShape {
  uint32_t sessions = 0;
  uint32_t entries = 0;
  uint32_t threads = 0;
  int64_t heap_max = 0;
};

HeapGraph MakeHeap(const HeapShape& shape) {
  TestHeap heap;
  heap.AddClass("com.acme.Main", "java.lang.Object",
                {"static Object ACTIVE", "static Object CACHE"});
  heap.AddClass("com.acme.Registry", "java.lang.Object", {"Object[] all"});
  heap.AddClass("com.acme.Session", "java.lang.Object", {"byte[] data"});
  heap.AddClass("com.acme.Entry");
  const NodeId main = heap.AddMirror(heap.Class("com.acme.Main"));
  heap.AddRoot(RootKind::kSystemClass, main);
  const NodeId registry = heap.New("com.acme.Registry", 16);
  const NodeId all = heap.NewArray("java.lang.Object[]", 4096, 1000);
  const NodeId cache = heap.NewArray("java.lang.Object[]", 4096, 1000);
  heap.Set(main, "ACTIVE", registry);
  heap.Set(main, "CACHE", cache);
  heap.Set(registry, "all", all);
  for (uint32_t i = 0; i < shape.sessions; ++i) {
    const NodeId session = heap.New("com.acme.Session", kSessionBytes);
    heap.SetElement(all, i, session);
    heap.Set(session, "data", heap.NewArray("byte[]", 120, 100));
  }
  for (uint32_t i = 0; i < shape.entries; ++i) {
    heap.SetElement(cache, i, heap.New("com.acme.Entry", 16));
  }
  for (uint32_t i = 0; i < shape.threads; ++i) {
    const NodeId node = heap.New("java.lang.Thread", 64);
    const ThreadId thread =
        heap.AddThread(absl::StrCat("HttpClient-", i + 1, "-SelectorManager"), node);
    heap.builder().AddRoot({.kind = RootKind::kThread, .node = node, .thread = thread});
  }
  VmInfo vm;
  vm.heap_max = shape.heap_max;
  heap.builder().SetVm(vm);
  return std::move(heap).Build();
}

GrowthReport Run(const std::vector<HeapShape>& shapes, GrowthDetector* detector = nullptr,
                 const GrowthOptions& options = {}) {
  GrowthDetector own(options);
  GrowthDetector& used = detector == nullptr ? own : *detector;
  int64_t when_ms = 1'000'000;
  for (const HeapShape& shape : shapes) {
    used.Round(MakeHeap(shape), when_ms);
    when_ms += 10'000;
  }
  const HeapGraph last = MakeHeap(shapes.back());
  const DominatorTree tree = MakeDominatorTree(last, {});
  return used.Report(last, &tree);
}

// All that a report says, line by line.
std::vector<std::string> Told(const GrowthReport& report) {
  std::vector<std::string> lines;
  for (const GrowthRound& round : report.rounds) {
    lines.push_back(absl::StrCat(round.when_ms, " ", round.objects, " ", round.bytes, " ",
                                 round.growing_groups));
  }
  for (const GrowingGroup& group : report.growing) {
    lines.push_back(absl::StrCat(group.fingerprint, " ", group.path.back().class_name, " ",
                                 absl::StrJoin(group.objects, ","), " ",
                                 absl::StrJoin(group.bytes, ","), " ", group.with.size()));
  }
  lines.push_back(absl::StrCat(report.groups, " ", report.bytes_per_second));
  return lines;
}

TEST_CASE("steady growth is found, with its rate and what it retains", "[analysis][growth]") {
  const GrowthReport report =
      Run({{.sessions = 100}, {.sessions = 200}, {.sessions = 300, .heap_max = 1'000'000}});
  REQUIRE(report.growing.size() == 1);
  const GrowingGroup& growing = report.growing[0];
  REQUIRE(growing.path.size() == 3);
  CHECK(growing.path[0].name == "static field com.acme.Main.ACTIVE");
  CHECK(growing.path[1] == PathLabel{"com.acme.Registry", "all", "java.lang.Object[]"});
  CHECK(growing.path[2] == PathLabel{"", "[]", "com.acme.Session"});
  CHECK(growing.objects == std::vector<uint64_t>{100, 200, 300});
  CHECK(growing.bytes == std::vector<uint64_t>{16'000, 32'000, 48'000});
  CHECK(growing.retained_bytes == 48'000);
  CHECK(growing.grown_objects() == 200);
  CHECK(growing.grown_bytes() == 32'000);
  CHECK(growing.objects_per_second == 10);
  CHECK(growing.bytes_per_second == 1600);
  REQUIRE(growing.with.size() == 1);
  CHECK(growing.with[0].name == "byte[]");
  CHECK(growing.with[0].objects == 200);
  REQUIRE(report.rounds.size() == 3);
  CHECK(report.rounds[2].growing_groups == 2);
  CHECK(report.rounds[2].when_ms - report.rounds[0].when_ms == 20'000);
  // (heap_max - live) / 1600 bytes a second
  CHECK(report.bytes_per_second == 1600);
  REQUIRE(report.ms_to_limit.has_value());
  CHECK(*report.ms_to_limit ==
        static_cast<int64_t>((1'000'000 - report.rounds[2].bytes) * 1000 / 1600));
}

TEST_CASE("a cache that fills up and then stays is not reported", "[analysis][growth]") {
  GrowthDetector detector;
  const GrowthReport report =
      Run({{.entries = 100}, {.entries = 500}, {.entries = 900}, {.entries = 900}}, &detector);
  CHECK(report.growing.empty());
  CHECK(detector.finished());
  CHECK_FALSE(report.ms_to_limit.has_value());
}

TEST_CASE("noise is not reported", "[analysis][growth]") {
  CHECK(Run({{.sessions = 100, .entries = 70},
             {.sessions = 140, .entries = 50},
             {.sessions = 120, .entries = 60},
             {.sessions = 170, .entries = 90}})
            .growing.empty());
}

TEST_CASE("what is not there in the first round may grow from the second on",
          "[analysis][growth]") {
  const GrowthReport report = Run({{}, {.sessions = 10}, {.sessions = 20}});
  REQUIRE(report.growing.size() == 1);
  CHECK(report.growing[0].objects == std::vector<uint64_t>{0, 10, 20});
  CHECK(Run({{}, {}, {.sessions = 10}, {.sessions = 20}}).growing.empty());
}

TEST_CASE("the growth asked for is per round", "[analysis][growth]") {
  const std::vector<HeapShape> shapes = {{.sessions = 10, .entries = 10},
                                         {.sessions = 13, .entries = 15},
                                         {.sessions = 19, .entries = 20}};
  const GrowthReport report = Run(shapes, nullptr, {.min_objects = 5});
  REQUIRE(report.growing.size() == 1);
  CHECK(report.growing[0].path.back().class_name == "com.acme.Entry");
  CHECK(Run(shapes).growing.size() == 2);
}

TEST_CASE("A34: threads of one name pile up", "[analysis][growth]") {
  const GrowthReport report = Run({{.threads = 1}, {.threads = 2}, {.threads = 3}});
  REQUIRE(report.growing.size() == 1);
  CHECK(report.growing[0].path.size() == 1);
  CHECK(report.growing[0].path[0].name == "thread \"HttpClient-*-SelectorManager\"");
  CHECK(report.growing[0].objects == std::vector<uint64_t>{1, 2, 3});
}

TEST_CASE("one round is not enough, and a heap that is full has no time left",
          "[analysis][growth]") {
  GrowthDetector detector;
  CHECK(Run({{.sessions = 5}}, &detector).growing.empty());
  CHECK_FALSE(detector.finished());
  CHECK(Run({{.sessions = 5}, {.sessions = 9, .heap_max = 1000}}).ms_to_limit == 0);
  CHECK_FALSE(Run({{.sessions = 5}, {.sessions = 9}}).ms_to_limit.has_value());
}

TEST_CASE("a round that is cancelled counts for nothing", "[analysis][growth]") {
  GrowthDetector detector;
  Progress progress;
  progress.Cancel();
  detector.Round(MakeHeap({.sessions = 5}), 0, &progress);
  CHECK(detector.rounds() == 0);
}

TEST_CASE("a detector that is fed with digests equals one that looks by itself",
          "[analysis][growth]") {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    GrowthDetector itself;
    GrowthDetector fed;
    HeapShape shape{.sessions = random.OneIn(3) ? 0 : 5u, .entries = 5, .threads = 2};
    for (int round = 0; round < 4; ++round) {
      shape.sessions += random.Below(3);
      shape.entries += random.Below(3);
      shape.threads += random.Below(2);
      const HeapGraph graph = MakeHeap(shape);
      itself.Round(graph, round);
      const GrowthDetector elsewhere = fed;  // as a forked child has it
      const RoundDigest digest = elsewhere.Look(graph, round);
      CHECK(elsewhere.rounds() == fed.rounds());
      fed.Add(digest);
      CHECK(fed.finished() == itself.finished());
      const GrowthReport one = itself.Report(graph, nullptr);
      const GrowthReport other = fed.Report(graph, nullptr);
      REQUIRE(Told(one) == Told(other));
    }
  }
}

TEST_CASE("a digest holds all groups of the first round, later those that grow",
          "[analysis][growth]") {
  GrowthDetector detector;
  const HeapShape shape{.sessions = 5, .entries = 5};
  const RoundDigest first = detector.Look(MakeHeap(shape), 1);
  CHECK(first.groups.size() == MakePathGroups(MakeHeap(shape), {}).rows().size());
  detector.Add(first);
  const RoundDigest second = detector.Look(MakeHeap({.sessions = 6, .entries = 5}), 2);
  REQUIRE(second.groups.size() == 2);  // sessions, and their arrays
  CHECK(second.groups[0].objects == 6);
  CHECK(second.when_ms == 2);
  detector.Add({.when_ms = 3});
  CHECK(detector.finished());
}

TEST_CASE("of a fingerprint that comes twice the first counts", "[analysis][growth]") {
  GrowthDetector detector;
  detector.Add({.groups = {{7, 10, 100}, {7, 20, 200}}});
  detector.Add({.groups = {{7, 11, 110}, {7, 21, 210}}});
  CHECK_FALSE(detector.finished());
  CHECK(detector.rounds() == 2);
}

// Objects by path, each path a string, as many as there are.
std::map<std::string, uint64_t> PlainCounts(const HeapGraph& graph) {
  const PathGroups groups = MakePathGroups(graph, {});
  std::map<std::string, uint64_t> counts;
  for (size_t i = 0; i < groups.rows().size(); ++i) {
    std::string path;
    for (const PathLabel& label : groups.PathTo(GroupId(i))) {
      absl::StrAppend(&path, "|", label.owner, ".", label.name, ">", label.class_name);
    }
    counts[path] += groups.rows()[i].objects;
  }
  return counts;
}

TEST_CASE("growth is that of maps of strings over rounds of random heaps", "[analysis][growth]") {
  size_t growing = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    GrowthDetector detector;
    std::vector<std::map<std::string, uint64_t>> rounds;
    HeapShape shape{.sessions = 5, .entries = 5, .threads = 2};
    for (int round = 0; round < 4; ++round) {
      shape.sessions += random.Below(3);
      shape.entries += random.Below(3);
      shape.threads += random.Below(3);
      if (random.OneIn(4)) shape.entries = 3;
      const HeapGraph graph = MakeHeap(shape);
      detector.Round(graph, round);
      rounds.push_back(PlainCounts(graph));
    }
    // Grew in every round, and nothing on the way to it did.
    std::vector<std::string> grew;
    for (const auto& [path, count] : rounds.back()) {
      bool grows = true;
      for (size_t i = 1; i < rounds.size(); ++i) {
        const auto before = rounds[i - 1].find(path);
        const auto now = rounds[i].find(path);
        grows &= before != rounds[i - 1].end() && now->second > before->second;
      }
      if (!grows) continue;
      const bool has_growing_above = std::ranges::any_of(
          grew, [&](const std::string& above) { return path.starts_with(above + "|"); });
      if (!has_growing_above) grew.push_back(path);
    }
    const GrowthReport report = detector.Report(MakeHeap(shape), nullptr);
    INFO("seed " << seed);
    std::vector<std::string> reported;
    for (const GrowingGroup& group : report.growing) {
      std::string path;
      for (const PathLabel& label : group.path) {
        absl::StrAppend(&path, "|", label.owner, ".", label.name, ">", label.class_name);
      }
      reported.push_back(path);
      CHECK(group.objects.back() == rounds.back().at(path));
      CHECK_FALSE(group.retained_bytes.has_value());
    }
    std::ranges::sort(reported);
    REQUIRE(reported == grew);
    growing += grew.size();
  }
  CHECK(growing > 100);
}

}  // namespace
}  // namespace taproot
