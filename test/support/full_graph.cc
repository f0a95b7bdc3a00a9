#include "support/full_graph.h"

#include <utility>

#include "support/test_heap.h"

namespace taproot::test {
namespace {

void AddContents(HeapGraphBuilder& builder, NodeId array) {
  constexpr uint64_t kHash = 0xfedcba9876543210;
  ContentsPreview preview{.hash = kHash, .bytes = {'a', 'b'}, .size = 2};
  builder.SetContents({.arrays = std::vector{ArrayContents{
                           .node = array, .trailing_zeros = 3, .constant = 1, .hash = kHash}},
                       .previews = std::vector{preview}});
}

void AddThread(TestHeap& heap, NodeId node) {
  const MethodId run = heap.builder().AddMethod(
      {.class_name = "com.acme.Main",
       .name = "run",
       .signature = "()V",
       .source_file = "Main.java",
       .max_locals = 4,
       .locals = {{.name = "last", .slot = 1, .start_bci = 5, .length = 90}}});
  const ThreadId carrier = heap.AddThread("carrier \xc3\xa4");
  const ThreadId thread =
      heap.builder().AddThread({.name = "main",
                                .tid = 1,
                                .is_daemon = true,
                                .is_virtual = true,
                                .is_agent = true,
                                .node = node,
                                .state = ThreadState::kTimedWaiting,
                                .carrier = carrier,
                                .frames = {{run, 17, 88, true}, {MethodId(), -1, -1}},
                                .frames_left_out = 12});
  heap.builder().AddRoot({.kind = RootKind::kStackLocal,
                          .node = node,
                          .thread = thread,
                          .method = run,
                          .depth = 2,
                          .slot = 1,
                          .bci = 17,
                          .line = 88});
  heap.builder().AddFrameLocal({.method = run, .depth = 1, .slot = 3, .bci = 20, .line = 90});
}

}  // namespace

HeapGraph FullGraph(const std::string& host) {
  TestHeap heap;
  heap.AddClass("com.acme.Main", "java.lang.Object", {"static Object CACHE", "int id"});
  heap.AddClass("com.acme.Plugin");
  heap.AddClass("com.acme.Loader", "java.lang.ClassLoader");
  const NodeId cache = heap.NewArray("java.lang.Object[]", 32, 3);
  const NodeId text = heap.NewArray("byte[]", 24, 5);
  const NodeId loader = heap.New("com.acme.Loader", 48);
  const NodeId loaded = heap.New("com.acme.Plugin", 16);
  const NodeId thread = heap.New("java.lang.Thread", 104);
  const NodeId mirror = heap.AddMirror(heap.Class("com.acme.Main"));
  heap.AddMirror(heap.Class("com.acme.Plugin"), loader);
  heap.New("com.acme.Plugin", 56);
  heap.Set(mirror, "CACHE", cache);
  heap.SetElement(cache, 0, text);
  heap.SetElement(cache, 1, loaded);
  heap.SetElement(cache, 2, text);
  heap.builder().AddNativeBytes(loaded, uint64_t{5} << 32);
  heap.builder().AddWatched({.id = 7,
                             .name = "plugin 7",
                             .class_name = "com.acme.Plugin",
                             .node = loaded,
                             .age_ms = 41'000,
                             .collections_survived = 3});
  AddThread(heap, thread);
  AddContents(heap.builder(), text);
  heap.builder().SetVm({.name = "OpenJDK 64-Bit Server VM",
                        .version = "17.0.15+6",
                        .java_version = "17.0.15",
                        .feature_version = 17,
                        .collector = "G1",
                        .main_class = "com.acme.Main",
                        .host = host,
                        .pid = 4711,
                        .heap_used = 1 << 20,
                        .heap_max = int64_t{1} << 40});
  heap.builder().SetCapture({.engine = "follow",
                             .identity = "address",
                             .fallback_reason = "none",
                             .pause_ms = 1.25,
                             .safepoint_ms = 0.25,
                             .roots_ms = 0.375,
                             .fork_ms = 0.5,
                             .total_ms = 2.5,
                             .captured_at_ms = 1'700'000'000'000,
                             .notes = {"a note", ""}});
  HeapGraph graph = std::move(heap).Build();
  HeapGraphBuilder::AddText(graph, text, "hello");
  HeapGraphBuilder::AddKnownValue(graph, loaded, {.name = "closed", .value = -1});
  return graph;
}

}  // namespace taproot::test
