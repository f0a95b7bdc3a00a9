// Makes the graph of a frozen heap. Runs in the forked child; needs nothing of the JVM but its
// memory.
#pragma once

#include <jni.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "capture/capture.h"
#include "capture/fork/class_table.h"
#include "capture/fork/frozen_heap.h"
#include "capture/fork/frozen_methods.h"
#include "capture/fork/node_index.h"
#include "capture/fork/parked_stacks.h"
#include "capture/logged_root.h"
#include "capture/thread_stacks.h"

namespace taproot {

// What the parent wrote down before the fork.
struct FrozenScene {
  VmLayout layout;
  std::vector<LoggedRoot> roots;  // keys are addresses
  int64_t own_tid = -1;           // of the thread that captures: what it holds is ours
  // Handles are looked into by the child: until then the objects may move.
  jobject platform_loader = nullptr;
  jobject app_loader = nullptr;
  jobject system_loader = nullptr;
  std::vector<jobject> inputs;         // null for null
  bool inputs_only = false;            // the graph of what the inputs reach, and nothing else
  std::vector<jweak> watched_handles;  // of `watched`
  std::vector<WatchedObject> watched;
  std::vector<ThreadStack> stacks;   // of platform threads, if wanted
  uint32_t max_virtual_threads = 0;  // whose stacks are wanted
  bool contents = false;
  VmInfo vm;
  CaptureInfo info;  // total_ms is the time up to here
};

struct FrozenCapture {
  // In this order: each refers to those before it.
  std::unique_ptr<FrozenHeap> heap;
  std::unique_ptr<HeapGraphBuilder> builder;
  std::unique_ptr<ClassTable> classes;
  std::unique_ptr<FrozenMethods> methods;
  std::unique_ptr<NodeIndex> nodes;
  std::unique_ptr<ParkedStacks> parked;  // null if there are no virtual threads
  std::optional<Capture> capture;        // always there once CaptureFrozen() has returned
};

// DataLoss if the heap makes no sense, which means that the layout is wrong; ResourceExhausted;
// Cancelled.
absl::StatusOr<FrozenCapture> CaptureFrozen(const FrozenScene& scene, Progress* progress);

}  // namespace taproot
