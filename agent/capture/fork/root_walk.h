// Writes down the roots at a safepoint, and forks there.
//
// FollowReferences reports all roots before anything else, the kind OTHER last. On JDK 17 a walk
// that goes on to the objects marks their headers and pays for it with a walk of the whole heap at
// its end, even when it is aborted; while roots are still being reported it can be aborted for
// nothing. So the parent forks at the first OTHER root and aborts; the child lets the VM go on and
// report the rest to it, in its own copy of everything.
#pragma once

#include <jvmti.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "capture/chunked_log.h"
#include "capture/logged_root.h"

namespace taproot {

// A root before its address is known. JVMTI gives the callback a pointer to a tag; some words
// before it HotSpot keeps the object's own address (see follow/address_layout.h). At which distance
// is found out later, with objects whose address is known by their handles.
struct RawRoot {
  static constexpr size_t kWords = 4;

  LoggedRoot root;  // its key is not set
  std::array<uint64_t, kWords> before;
};

class RootWalk {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Side : uint8_t { kParent, kChild, kRefused };
  using Forker = absl::FunctionRef<Side()>;
  using Continuation = absl::FunctionRef<void(bool all_roots_known)>;

  // Both outlive the walk and are called at the safepoint, on the VM's own thread. `fork` once;
  // `go_on` in the child, where it never returns.
  RootWalk(const Forker* fork, const Continuation* go_on) : fork_(*fork), go_on_(*go_on) {}

  // Returns in the parent only: the child has no thread to return to. OK if fork() was called.
  absl::Status Run(jvmtiEnv* jvmti);

  const ChunkedLog<RawRoot>& log() const { return log_; }
  Side side() const { return side_; }

  // --- of the parent, in milliseconds ---
  double safepoint_ms() const { return Millis(begin_, reached_); }
  double roots_ms() const { return Millis(reached_, fork_begin_); }
  double fork_ms() const { return Millis(fork_begin_, fork_end_); }
  double pause_ms() const { return Millis(begin_, end_); }

 private:
  static jint JNICALL OnReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                                  jlong class_tag, jlong referrer_class_tag, jlong size, jlong* tag,
                                  jlong* referrer_tag, jint length, void* walk);
  static double Millis(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
  }

  jint OnRoot(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, const jlong* tag);
  void Fork();

  const Forker& fork_;
  const Continuation& go_on_;
  ChunkedLog<RawRoot> log_;
  bool forked_ = false;  // or tried to
  bool saw_system_class_ = false;
  bool out_of_memory_ = false;
  Side side_ = Side::kRefused;
  Clock::time_point begin_, reached_, fork_begin_, fork_end_, end_;
};

// The roots with their addresses. `known` are handles of objects that are roots by them.
// Unavailable if the words before the tags do not name these objects, all of them at one distance.
absl::StatusOr<std::vector<LoggedRoot>> ResolveRoots(const ChunkedLog<RawRoot>& log,
                                                     absl::Span<const jobject> known);

}  // namespace taproot
