// What a forked child does, from the safepoint on to its end.
#pragma once

#include "absl/types/span.h"
#include "capture/chunked_log.h"
#include "capture/fork/fork_capture.h"
#include "capture/fork/frozen_capture.h"
#include "capture/fork/root_walk.h"
#include "capture/fork/shared_block.h"

namespace taproot {

// All of it is in memory before the fork.
struct ChildTask {
  const ForkRequest* request = nullptr;
  FrozenScene* scene = nullptr;  // the child adds the roots and the pause
  const ChunkedLog<RawRoot>* roots = nullptr;
  absl::Span<const jobject> known_objects;  // roots by their handles
  SharedBlock* shared = nullptr;
  int socket = -1;  // to the parent
  uint32_t threads = 1;
  bool may_fail = false;              // see faults.h
  RootWalk::Clock::time_point begin;  // of the request
};

// Starts the thread that does the work, and never returns.
[[noreturn]] void WorkAsChild(const ChildTask& task);

// Sends the reason and ends the child.
[[noreturn]] void FailAsChild(const ChildTask& task, const absl::Status& why);

}  // namespace taproot
