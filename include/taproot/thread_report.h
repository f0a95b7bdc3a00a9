// A thread dump that tells what the threads hold: each frame with its locals, each local with what
// would be free without it.
//
// Frames are read right after the walk that found the locals. Where the two do not fit together the
// thread has moved in between: then only the frames that the walk saw are told.
#pragma once

#include <cstdint>
#include <vector>

#include "taproot/dominators.h"
#include "taproot/heap_graph.h"
#include "taproot/progress.h"

namespace taproot {

// Who else holds what a local holds. Frames of a thread are told apart, not locals of a frame.
enum class HeldBy : uint8_t {
  kUnknown,     // without a dominator tree
  kThisFrame,   // nobody
  kThisThread,  // other frames or fields of the same thread
  kOthers,      // threads, fields, native code
};

struct ThreadLocalVariable {
  NodeId node;
  int32_t slot = -1;  // of the local variable or the expression stack; -1 for a JNI local
  HeldBy held_by = HeldBy::kUnknown;
  uint64_t retained_bytes = 0;  // of the object; shallow without a dominator tree
};

struct ThreadReportFrame {
  MethodId method;  // none if unknown
  int32_t depth = 0;
  int64_t bci = -1;
  int32_t line = -1;
  uint64_t retained_bytes = 0;              // of all that this frame alone holds
  std::vector<ThreadLocalVariable> locals;  // those that retain the most first
};

// A thread, and others that nothing but their names tells apart: the workers of a pool.
struct ThreadReportEntry {
  std::vector<ThreadId> threads;  // by retained bytes, falling; the numbers are those of the first
  uint64_t retained_bytes = 0;    // what its frames, its Thread object and its thread-locals hold
  uint64_t retained_objects = 0;
  std::vector<ThreadReportFrame> frames;  // the top one first
  uint32_t frames_left_out = 0;           // below the last of `frames`
  bool frames_known = false;  // false: only frames that hold something, as the walk saw them
  bool moved = false;         // why they are not known, if the capture was asked for them
};

struct ThreadReport {
  std::vector<ThreadReportEntry> entries;  // by retained bytes, falling
  uint64_t platform_threads = 0;
  uint64_t virtual_threads = 0;
  bool has_retained = false;  // false: without a dominator tree all sizes of threads are 0
};

// `dominators` may be null. Threads and frames of the agent itself are left out. If `progress` is
// cancelled, the report is not complete.
ThreadReport MakeThreadReport(const HeapGraph& graph, const DominatorTree* dominators,
                              Progress* progress = nullptr);

}  // namespace taproot
