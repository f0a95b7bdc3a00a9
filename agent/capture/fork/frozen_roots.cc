#include "capture/fork/frozen_roots.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "capture/fork/frozen_objects.h"
#include "capture/fork/frozen_threads.h"
#include "capture/root_rows.h"

namespace taproot {
namespace {

class FrozenRoots {
 public:
  FrozenRoots(const FrozenScene& scene, const FrozenHeap& heap, const ClassTable& classes,
              const NodeIndex& nodes, FrozenMethods& methods, HeapGraphBuilder& builder)
      : scene_(scene),
        heap_(heap),
        classes_(classes),
        nodes_(nodes),
        methods_(methods),
        builder_(builder),
        objects_(&heap, &classes) {}

  void FindThreads();
  void Resolve();
  void TakeStacks();
  // False if there were too many.
  bool TakeVirtualThreads(std::span<const ClassId> class_of, ParkedStacks* parked);
  void AddToBuilder();

 private:
  ThreadId AddThread(Address thread);
  void TakeVirtualThread(Address thread, ParkedStacks* parked);
  ThreadId ThreadOf(const LoggedRoot& logged);
  ClassId MirroredClass(Address mirror) const;

  const FrozenScene& scene_;
  const FrozenHeap& heap_;
  const ClassTable& classes_;
  const NodeIndex& nodes_;
  FrozenMethods& methods_;
  HeapGraphBuilder& builder_;
  const FrozenObjects objects_;
  std::vector<JavaThread> threads_;  // rows of the builder to come
  absl::flat_hash_map<Address, ThreadId> thread_at_;
  absl::flat_hash_map<int64_t, ThreadId> thread_of_tid_;
  absl::flat_hash_map<int64_t, Address> mounted_;  // virtual threads by id
  std::vector<Root> roots_;
};

// Every live platform thread is a root; a mounted virtual thread is one too, of another kind.
void FrozenRoots::FindThreads() {
  for (const LoggedRoot& logged : scene_.roots) {
    if (logged.kind == JVMTI_HEAP_REFERENCE_THREAD) {
      AddThread(logged.key);
    } else if (logged.kind == JVMTI_HEAP_REFERENCE_OTHER && IsVirtualThread(objects_, logged.key)) {
      mounted_.emplace(objects_.Number(logged.key, "tid").value_or(0), logged.key);
    }
  }
}

ThreadId FrozenRoots::AddThread(Address thread) {
  const auto [at, is_new] = thread_at_.try_emplace(thread, threads_.size());
  if (!is_new) return at->second;
  JavaThread row = DescribeThread(objects_, thread);
  row.node = nodes_.Find(thread);
  thread_of_tid_.try_emplace(row.tid, at->second);
  threads_.push_back(std::move(row));
  return at->second;
}

ThreadId FrozenRoots::ThreadOf(const LoggedRoot& logged) {
  if (logged.kind == JVMTI_HEAP_REFERENCE_THREAD) return thread_at_.at(logged.key);
  if (logged.thread_id < 0) return {};
  const auto known = thread_of_tid_.find(logged.thread_id);
  if (known != thread_of_tid_.end()) return known->second;
  JavaThread row = UnlistedThread(logged.thread_id);
  const auto mounted = mounted_.find(logged.thread_id);
  if (mounted != mounted_.end()) {
    const ThreadId id = AddThread(mounted->second);
    if (threads_[id.value].name.empty()) threads_[id.value].name = std::move(row.name);
    return id;
  }
  const ThreadId id(threads_.size());
  thread_of_tid_.emplace(logged.thread_id, id);
  threads_.push_back(std::move(row));
  return id;
}

ClassId FrozenRoots::MirroredClass(Address mirror) const {
  if (objects_.ClassOf(mirror) != classes_.class_class()) return {};
  const Address klass = heap_.MirroredKlass(mirror);
  return klass == 0 ? ClassId() : classes_.Find(klass);
}

void FrozenRoots::Resolve() {
  for (const LoggedRoot& logged : scene_.roots) {
    ClassId klass;
    // The mirrors of built-in classes become roots by themselves.
    if (logged.kind == JVMTI_HEAP_REFERENCE_SYSTEM_CLASS) {
      klass = MirroredClass(logged.key);
      if (!klass.valid() || builder_.java_class(klass).is_builtin()) continue;
    }
    const ThreadId thread = ThreadOf(logged);
    Root root = RootOf(logged, methods_);
    if (IsOurRoot(logged, root.method, scene_.own_tid, methods_)) continue;
    root.node = nodes_.Find(logged.key);
    root.klass = klass;
    root.thread = thread;
    if (root.node.valid()) roots_.push_back(root);
  }
}

void FrozenRoots::TakeStacks() {
  for (const ThreadStack& stack : scene_.stacks) {
    // One that has ended or started since holds nothing of the graph.
    const auto at = thread_of_tid_.find(stack.tid);
    if (at != thread_of_tid_.end()) TakeStack(stack, methods_, threads_[at->second.value]);
  }
}

bool FrozenRoots::TakeVirtualThreads(std::span<const ClassId> class_of, ParkedStacks* parked) {
  if (scene_.max_virtual_threads == 0) return true;
  const ClassId virtual_thread = FindBootClass(classes_, "java.lang.VirtualThread");
  if (!virtual_thread.valid()) return true;
  uint32_t taken = 0;
  for (size_t i = 0; i < class_of.size(); ++i) {
    if (class_of[i] != virtual_thread) continue;
    if (taken++ == scene_.max_virtual_threads) return false;
    TakeVirtualThread(nodes_.AddressOf(NodeId(i)), parked);
  }
  return true;
}

void FrozenRoots::TakeVirtualThread(Address thread, ParkedStacks* parked) {
  const jint status = ThreadStatusOf(objects_, thread);
  if ((status & JVMTI_THREAD_STATE_ALIVE) == 0) return;
  const ThreadId id = AddThread(thread);
  JavaThread& row = threads_[id.value];
  row.state = ThreadStateOf(status);
  const auto carrier = thread_at_.find(CarrierOf(objects_, thread));
  if (carrier != thread_at_.end()) row.carrier = carrier->second;
  if (parked == nullptr || row.carrier.valid()) return;
  const std::vector<ParkedFrame> frames = parked->FramesOf(thread);
  constexpr size_t kMostFrames = ThreadStacks::kMaxFrames;
  for (size_t i = 0; i < std::min(frames.size(), kMostFrames); ++i) {
    const MethodId method = methods_.FindMethod(frames[i].method);
    row.frames.push_back({.method = method,
                          .bci = frames[i].bci,
                          .line = methods_.LineOfMethod(frames[i].method, frames[i].bci),
                          .is_agent = methods_.IsOurs(method)});
  }
  row.frames_left_out = static_cast<uint32_t>(frames.size() - row.frames.size());
}

void FrozenRoots::AddToBuilder() {
  for (JavaThread& thread : threads_) builder_.AddThread(std::move(thread));
  for (const Root& root : roots_) builder_.AddRoot(root);
}

}  // namespace

bool AddFrozenRoots(const FrozenScene& scene, const FrozenHeap& heap, const ClassTable& classes,
                    const NodeIndex& nodes, std::span<const ClassId> class_of,
                    FrozenMethods& methods, HeapGraphBuilder& builder, ParkedStacks* parked) {
  FrozenRoots roots(scene, heap, classes, nodes, methods, builder);
  roots.FindThreads();
  roots.Resolve();
  roots.TakeStacks();
  const bool all = roots.TakeVirtualThreads(class_of, parked);
  roots.AddToBuilder();
  return all;
}

}  // namespace taproot
