// Where a path from the GC roots may begin.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "taproot/ids.h"

namespace taproot {

enum class RootKind : uint8_t {
  kInput,        // the object that a size or a profile was asked for
  kStaticField,  // of a class of the boot, platform or app loader
  kSystemClass,  // the mirror of such a class
  kThread,       // a live thread's Thread object
  kStackLocal,   // a local variable or expression stack slot of a Java frame
  kJniLocal,
  kJniGlobal,
  kMonitor,
  kVmInternal,
};

// Roots of a lower rank explain better why an object lives. A path starts at a higher rank only
// when no lower one reaches the object.
enum class RootRank : uint8_t { kProgram, kFrame, kJni, kVm };

constexpr RootRank RankOf(RootKind kind) {
  switch (kind) {
    case RootKind::kInput:
    case RootKind::kStaticField:
    case RootKind::kSystemClass:
    case RootKind::kThread:
      return RootRank::kProgram;
    case RootKind::kStackLocal:
      return RootRank::kFrame;
    case RootKind::kJniLocal:
    case RootKind::kJniGlobal:
      return RootRank::kJni;
    case RootKind::kMonitor:
    case RootKind::kVmInternal:
      return RootRank::kVm;
  }
  return RootRank::kVm;
}

struct Root {
  RootKind kind = RootKind::kVmInternal;
  NodeId node;
  ThreadId thread;     // kThread, kStackLocal, kJniLocal: whose; none if unknown
  ClassId klass;       // kStaticField: the declaring class
  uint32_t field = 0;  // kStaticField: position in the layout of `klass`
  MethodId method;     // kStackLocal, kJniLocal: of the frame; none where native code has no frame
  int32_t depth = -1;  // kStackLocal, kJniLocal: of the frame, 0 on top
  int32_t slot = -1;  // kStackLocal: local variable slot; past the locals lies the expression stack
  int64_t bci = -1;   // kStackLocal: where the frame stands
  int32_t line = -1;  // kStackLocal: source line of `bci`

  friend bool operator==(const Root&, const Root&) = default;
};

// A row of a method's local variable table: the slot holds this variable while the frame stands in
// [start_bci, start_bci + length). Outside of that range a value in the slot is a dead one.
struct LocalVariable {
  std::string name;
  int32_t slot = 0;
  int64_t start_bci = 0;
  int64_t length = 0;

  friend bool operator==(const LocalVariable&, const LocalVariable&) = default;
};

// A method on some frame. Resolved while its class is held, so names only.
struct JavaMethod {
  std::string class_name;
  std::string name;
  std::string signature;
  std::string source_file;
  int32_t max_locals = -1;            // -1 for native methods or if unknown
  std::vector<LocalVariable> locals;  // empty if the class file has no such table or was not read

  friend bool operator==(const JavaMethod&, const JavaMethod&) = default;
};

// A local variable or expression stack slot of a frame of an unmounted virtual thread. The thread
// is the one that refers to the local, so threads that wait at one place share these rows.
struct FrameLocal {
  MethodId method;     // none if its class was unloaded
  int32_t depth = -1;  // 0 on top
  int32_t slot = -1;
  int64_t bci = -1;
  int32_t line = -1;

  friend bool operator==(const FrameLocal&, const FrameLocal&) = default;
};

enum class ThreadState : uint8_t {  // as java.lang.Thread.State
  kUnknown,
  kNew,
  kRunnable,
  kBlocked,
  kWaiting,
  kTimedWaiting,
  kTerminated,
};

struct ThreadFrame {
  MethodId method;   // none if its class was unloaded
  int64_t bci = -1;  // -1 in native methods
  int32_t line = -1;
  bool is_agent = false;  // of the library that asked for the capture

  friend bool operator==(const ThreadFrame&, const ThreadFrame&) = default;
};

struct JavaThread {
  std::string name;
  int64_t tid = 0;  // java.lang.Thread.getId
  bool is_daemon = false;
  bool is_virtual = false;
  bool is_agent = false;  // the agent's own thread
  NodeId node;
  // Only where the capture was asked for stacks.
  ThreadState state = ThreadState::kUnknown;
  ThreadId carrier;                 // of a mounted virtual thread
  std::vector<ThreadFrame> frames;  // the top one first, read right after the walk
  uint32_t frames_left_out = 0;     // below the last of `frames`

  friend bool operator==(const JavaThread&, const JavaThread&) = default;
};

}  // namespace taproot
