#include "taproot/thread_report.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analysis/thread_report.h"
#include "support/catch.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::TestHeap;

// Threads whose frames are methods of class C, each at bci 10 times its depth.
class ThreadHeap {
 public:
  ThreadHeap() {
    for (const char* name : {"park", "work", "run", "other"}) {
      methods_.push_back(heap.AddMethod("C", name));
    }
  }

  ThreadId Add(JavaThread thread, const std::vector<int>& stack) {
    for (size_t depth = 0; depth < stack.size(); ++depth) {
      thread.frames.push_back({.method = method(stack[depth]),
                               .bci = static_cast<int64_t>(depth) * 10,
                               .line = static_cast<int32_t>(depth) + 1});
    }
    if (thread.state == ThreadState::kUnknown) thread.state = ThreadState::kWaiting;
    if (!thread.node.valid()) thread.node = heap.New("java.lang.Thread", 96);
    const ThreadId id = heap.builder().AddThread(thread);
    heap.builder().AddRoot({.kind = RootKind::kThread, .node = thread.node, .thread = id});
    return id;
  }

  void Local(ThreadId thread, int32_t depth, int in_method, NodeId node, int32_t slot = 1) {
    heap.builder().AddRoot({.kind = RootKind::kStackLocal,
                            .node = node,
                            .thread = thread,
                            .method = method(in_method),
                            .depth = depth,
                            .slot = slot,
                            .bci = depth * 10,
                            .line = depth + 1});
  }

  void ParkedLocal(NodeId thread, int32_t depth, int in_method, NodeId node, int32_t slot = 1) {
    const uint32_t row = heap.builder().AddFrameLocal(
        {.method = method(in_method), .depth = depth, .slot = slot, .bci = depth * 10, .line = 1});
    heap.builder().AddReference(thread, node, ReferenceSlot(ReferenceKind::kFrameLocal, row));
  }

  NodeId Bytes(uint64_t size) { return heap.NewArray("byte[]", size, static_cast<uint32_t>(size)); }
  MethodId method(int i) const { return methods_[static_cast<size_t>(i)]; }

  TestHeap heap;

 private:
  std::vector<MethodId> methods_;
};

enum Method { kPark, kWork, kRun, kOther };

std::string Word(HeldBy held_by) {
  switch (held_by) {
    case HeldBy::kUnknown:
      return "?";
    case HeldBy::kThisFrame:
      return "frame";
    case HeldBy::kThisThread:
      return "thread";
    case HeldBy::kOthers:
      return "others";
  }
  return "";
}

// "0 park; 1 work 64: slot 1 frame 64": depth, method, retained bytes, locals.
std::string Frames(const HeapGraph& graph, const ThreadReportEntry& entry) {
  std::string text;
  for (const ThreadReportFrame& frame : entry.frames) {
    absl::StrAppend(&text, text.empty() ? "" : "; ", frame.depth, " ",
                    graph.method(frame.method).name);
    if (frame.retained_bytes > 0) absl::StrAppend(&text, " ", frame.retained_bytes);
    for (const ThreadLocalVariable& local : frame.locals) {
      absl::StrAppend(&text, ": slot ", local.slot, " ", Word(local.held_by), " ",
                      local.retained_bytes);
    }
  }
  return text;
}

struct Made {
  HeapGraph graph;
  ThreadReport report;
};

Made Make(ThreadHeap heap) {
  HeapGraph graph = std::move(heap.heap).Build();
  const DominatorTree tree = MakeDominatorTree(graph, {});
  ThreadReport report = MakeThreadReport(graph, &tree);
  return {std::move(graph), std::move(report)};
}

TEST_CASE("A frame holds what its locals alone refer to", "[threads]") {
  ThreadHeap heap;
  const ThreadId main = heap.Add({.name = "main"}, {kPark, kWork, kRun});
  const ThreadId peer = heap.Add({.name = "peer"}, {kPark});
  const NodeId own = heap.Bytes(64);
  const NodeId two_frames = heap.Bytes(32);
  const NodeId shared = heap.Bytes(16);
  heap.Local(main, 1, kWork, own, 1);
  heap.Local(main, 1, kWork, two_frames, 2);
  heap.Local(main, 2, kRun, two_frames, 1);
  heap.Local(main, 2, kRun, shared, 2);
  heap.Local(peer, 0, kPark, shared, 1);
  const Made made = Make(std::move(heap));
  REQUIRE(made.report.entries.size() == 2);
  const ThreadReportEntry& entry = made.report.entries[0];
  CHECK(entry.threads == std::vector{ThreadId(0u)});
  CHECK(entry.frames_known);
  CHECK(Frames(made.graph, entry) ==
        "0 park; "
        "1 work 64: slot 1 frame 64: slot 2 thread 32; "
        "2 run: slot 1 thread 32: slot 2 others 16");
  CHECK(entry.retained_bytes == 96 + 64 + 32);
  CHECK(made.report.platform_threads == 2);
}

TEST_CASE("A thread that was elsewhere when its stack was read shows what the walk saw",
          "[threads]") {
  ThreadHeap heap;
  const ThreadId moved = heap.Add({.name = "moved"}, {kPark, kOther, kRun});
  heap.Local(moved, 1, kWork, heap.Bytes(64));
  const ThreadId returned = heap.Add({.name = "returned"}, {kRun});
  heap.Local(returned, 3, kWork, heap.Bytes(32));
  const Made made = Make(std::move(heap));
  CHECK(Frames(made.graph, made.report.entries[0]) == "1 work 64: slot 1 frame 64");
  CHECK(made.report.entries[0].moved);
  CHECK_FALSE(made.report.entries[0].frames_known);
  CHECK(Frames(made.graph, made.report.entries[1]) == "3 work 32: slot 1 frame 32");
}

TEST_CASE("Frames below those that were read are told if they hold something", "[threads]") {
  ThreadHeap heap;
  const ThreadId deep = heap.Add({.name = "deep", .frames_left_out = 100}, {kPark, kWork});
  heap.Local(deep, 77, kRun, heap.Bytes(64));
  const Made made = Make(std::move(heap));
  CHECK(Frames(made.graph, made.report.entries[0]) == "0 park; 1 work; 77 run 64: slot 1 frame 64");
  CHECK(made.report.entries[0].frames_left_out == 99);
}

TEST_CASE("Without stacks the frames are those that hold something", "[threads]") {
  ThreadHeap heap;
  const NodeId node = heap.heap.New("java.lang.Thread", 96);
  const ThreadId id = heap.heap.AddThread("main", node);
  heap.Local(id, 4, kRun, heap.Bytes(64));
  const Made made = Make(std::move(heap));
  CHECK(Frames(made.graph, made.report.entries[0]) == "4 run 64: slot 1 frame 64");
  CHECK_FALSE(made.report.entries[0].frames_known);
  CHECK_FALSE(made.report.entries[0].moved);
}

TEST_CASE("The frames of a parked virtual thread hold what its object leads to", "[threads]") {
  ThreadHeap heap;
  // vm -> v -local-> own, v -local-> twice, v -local-> shared <- main's frame
  const NodeId v = heap.heap.New("java.lang.Thread", 96);
  heap.heap.AddRoot(RootKind::kVmInternal, v);
  JavaThread parked{.name = "v", .is_virtual = true, .node = v};
  parked.state = ThreadState::kWaiting;
  parked.frames = {{.method = heap.method(kPark)}, {.method = heap.method(kRun)}};
  heap.heap.builder().AddThread(parked);
  const ThreadId main = heap.Add({.name = "main"}, {kPark});
  const NodeId shared = heap.Bytes(16);
  const NodeId twice = heap.Bytes(32);
  heap.ParkedLocal(v, 1, kRun, heap.Bytes(64), 1);
  heap.ParkedLocal(v, 1, kRun, twice, 2);
  heap.ParkedLocal(v, 0, kPark, twice, 1);
  heap.ParkedLocal(v, 1, kRun, shared, 3);
  heap.Local(main, 0, kPark, shared);
  const Made made = Make(std::move(heap));
  CHECK(Frames(made.graph, made.report.entries[0]) ==
        "0 park: slot 1 thread 32; "
        "1 run 64: slot 1 frame 64: slot 2 thread 32: slot 3 others 16");
  CHECK(made.report.entries[0].retained_bytes == 96 + 64 + 32);
  CHECK(made.report.virtual_threads == 1);
}

TEST_CASE("The frames by which a virtual thread unmounts stand above those that the JVM tells",
          "[threads]") {
  JavaThread thread{.is_virtual = true};
  for (uint32_t method : {7u, 8u}) thread.frames.push_back({.method = MethodId(method)});
  auto seen = [](std::vector<std::pair<uint32_t, int32_t>> frames) {
    std::vector<ThreadReportFrame> made;
    for (const auto& [method, depth] : frames) {
      made.push_back({.method = MethodId(method), .depth = depth});
    }
    return made;
  };
  CHECK(DepthOfFirstFrame(thread, {}) == 0);
  CHECK(DepthOfFirstFrame(thread, seen({{8, 1}})) == 0);
  CHECK(DepthOfFirstFrame(thread, seen({{1, 0}, {2, 2}, {8, 4}})) == 3);
  CHECK(DepthOfFirstFrame(thread, seen({{1, 0}, {9, 1}, {9, 12}})) == std::nullopt);
  thread.is_virtual = false;
  CHECK(DepthOfFirstFrame(thread, seen({{1, 0}, {2, 2}, {8, 4}})) == std::nullopt);
  ThreadReportEntry entry;
  thread.is_virtual = true;
  MergeFrames(thread, seen({{1, 0}, {8, 3}}), entry);
  std::vector<int32_t> depths;
  for (const ThreadReportFrame& frame : entry.frames) depths.push_back(frame.depth);
  CHECK(depths == std::vector{0, 2, 3});
  CHECK(entry.frames_known);
}

TEST_CASE("A JNI local is told at one frame", "[threads]") {
  ThreadHeap heap;
  const ThreadId main = heap.Add({.name = "main"}, {kPark, kWork});
  const NodeId local = heap.Bytes(64);
  for (int depth : {0, 1}) {
    heap.heap.builder().AddRoot({.kind = RootKind::kJniLocal,
                                 .node = local,
                                 .thread = main,
                                 .method = heap.method(depth),
                                 .depth = depth});
  }
  const Made made = Make(std::move(heap));
  CHECK(Frames(made.graph, made.report.entries[0]) == "0 park: slot -1 thread 64; 1 work");
}

TEST_CASE("Threads that only their names tell apart are told once", "[threads]") {
  ThreadHeap heap;
  for (int i = 0; i < 3; ++i) {
    const ThreadId worker = heap.Add({.name = absl::StrCat("worker-", i)}, {kPark, kRun});
    heap.Local(worker, 1, kRun, heap.Bytes(64 + 8 * static_cast<uint64_t>(i)));
  }
  heap.Add({.name = "elsewhere"}, {kPark, kOther});
  heap.Add({.name = "running", .state = ThreadState::kRunnable}, {kPark, kRun});
  const Made made = Make(std::move(heap));
  REQUIRE(made.report.entries.size() == 3);
  CHECK(made.report.entries[0].threads == std::vector{ThreadId(2u), ThreadId(1u), ThreadId(0u)});
  CHECK(made.report.platform_threads == 5);
}

TEST_CASE("A thread that holds much more than its like is told alone", "[threads]") {
  ThreadHeap heap;
  for (uint64_t size : {1'000'000, 400'000, 390'000}) {
    const ThreadId worker = heap.Add({.name = "worker"}, {kRun});
    heap.Local(worker, 0, kRun, heap.Bytes(size));
  }
  const Made made = Make(std::move(heap));
  REQUIRE(made.report.entries.size() == 2);
  CHECK(made.report.entries[0].threads.size() == 1);
  CHECK(made.report.entries[1].threads.size() == 2);
}

TEST_CASE("The agent's own thread and frames are left out", "[threads]") {
  ThreadHeap heap;
  heap.Add({.name = "taproot", .is_agent = true}, {kPark});
  JavaThread caller{.name = "main"};
  caller.frames = {{.method = heap.method(kPark), .is_agent = true}};
  caller.state = ThreadState::kRunnable;
  caller.frames.push_back({.method = heap.method(kRun), .bci = 10, .line = 2});
  const ThreadId main = heap.heap.builder().AddThread(caller);
  heap.Local(main, 1, kRun, heap.Bytes(64));
  const Made made = Make(std::move(heap));
  REQUIRE(made.report.entries.size() == 1);
  CHECK(Frames(made.graph, made.report.entries[0]) == "1 run 64: slot 1 frame 64");
  CHECK(made.report.platform_threads == 1);
}

TEST_CASE("Without a dominator tree sizes are shallow and nothing is said of others", "[threads]") {
  ThreadHeap heap;
  const ThreadId main = heap.Add({.name = "main"}, {kRun});
  heap.Local(main, 0, kRun, heap.Bytes(64));
  const HeapGraph graph = std::move(heap.heap).Build();
  const ThreadReport report = MakeThreadReport(graph, nullptr);
  CHECK(Frames(graph, report.entries[0]) == "0 run: slot 1 ? 64");
  CHECK_FALSE(report.has_retained);
  CHECK(report.entries[0].retained_bytes == 0);
}

TEST_CASE("A cancelled thread report ends early", "[threads]") {
  ThreadHeap heap;
  for (int i = 0; i < 100'000; ++i) heap.heap.builder().AddThread({.name = "t"});
  const HeapGraph graph = std::move(heap.heap).Build();
  Progress progress;
  progress.Cancel();
  const ThreadReport report = MakeThreadReport(graph, nullptr, &progress);
  CHECK(report.platform_threads < 100'000);
}

}  // namespace
}  // namespace taproot
