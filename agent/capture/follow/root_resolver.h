// Turns the roots of a walk's log into roots of the graph: which thread, which method, which line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "capture/follow/heap_walk.h"
#include "capture/follow/key_index.h"
#include "capture/follow/mark_table.h"
#include "capture/follow/method_table.h"
#include "capture/jvm.h"
#include "capture/thread_stacks.h"
#include "graph/heap_graph_builder.h"

namespace taproot {

class RootResolver {
 public:
  RootResolver(jvmtiEnv* jvmti, JNIEnv* jni, MarkTable* marks, HeapGraphBuilder* builder)
      : jvmti_(jvmti), jni_(jni), marks_(*marks), builder_(*builder), methods_(jvmti, jni) {}

  // Before the walk: marks all live platform threads. No local reference of them remains.
  absl::Status MarkThreads();

  // Right after the walk, while the frames' classes are most likely still held: looks up the
  // methods, and drops the roots that are ours. A frame whose method is gone keeps its other facts.
  void Resolve(const std::vector<LoggedRoot>& logged);

  void ResolveFrameLocals(const std::vector<LoggedLocal>& logged);

  // What was read of threads since; each names a thread by its id. Platform threads first.
  void AddPlatformStack(const ThreadStack& stack);
  void AddVirtualThread(const ThreadStack& stack, uint32_t mark);

  // Once the nodes are numbered.
  void AddRoots(const KeyIndex& index);

 private:
  struct ResolvedRoot {
    ObjectKey key;
    Root root;
  };

  absl::Status MarkThread(jthread thread, jfieldID tid);
  bool IsTopGroup(jthreadGroup group);
  ThreadId ThreadOf(const LoggedRoot& logged);

  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  MarkTable& marks_;
  HeapGraphBuilder& builder_;
  int64_t own_tid_ = -1;
  std::vector<JavaThread> threads_;     // rows of the builder to come
  std::vector<ObjectKey> thread_keys_;  // 0 if not met
  MethodTable methods_;
  std::vector<FrameLocal> frame_locals_;
  absl::flat_hash_map<int64_t, ThreadId> thread_of_tid_;
  std::vector<ResolvedRoot> roots_;
};

}  // namespace taproot
