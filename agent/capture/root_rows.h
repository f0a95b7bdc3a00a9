// What every engine makes of the roots and stacks that JVMTI tells, whatever it looks methods up
// with: a class that has Find(jmethodID), LineOf(jmethodID, jlocation) and IsOurs(MethodId).
#pragma once

#include <cstdint>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "capture/logged_root.h"
#include "capture/thread_stacks.h"
#include "taproot/root.h"

namespace taproot {

// The names of the agent's threads, which are in the group above all others.
inline bool IsAgentThreadName(std::string_view name) {
  return name == "taproot" || name == "taproot-request";
}

// A thread that is not among the platform threads: a mounted virtual one, or one started since.
inline JavaThread UnlistedThread(int64_t tid) {
  return {.name = absl::StrCat("#", tid), .tid = tid, .is_daemon = true, .is_virtual = true};
}

// Without node, thread and class.
template <typename Methods>
Root RootOf(const LoggedRoot& logged, Methods& methods) {
  Root root{.kind = RootKindOf(logged.kind),
            .method = methods.Find(logged.method),
            .depth = logged.depth,
            .slot = logged.slot,
            .bci = logged.location};
  if (root.kind == RootKind::kStackLocal) {
    root.line = methods.LineOf(logged.method, logged.location);
  }
  return root;
}

// Whether the root is there for the capture's own sake: a local of the capturing thread outside of
// Java, or of a frame of ours. `method` is that of the root.
template <typename Methods>
bool IsOurRoot(const LoggedRoot& logged, MethodId method, int64_t own_tid, const Methods& methods) {
  if (logged.kind != JVMTI_HEAP_REFERENCE_STACK_LOCAL &&
      logged.kind != JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
    return false;
  }
  if (method.valid()) return methods.IsOurs(method);
  return logged.thread_id == own_tid && logged.method == nullptr;
}

template <typename Methods>
void TakeStack(const ThreadStack& stack, Methods& methods, JavaThread& row) {
  row.state = stack.state;
  row.frames_left_out = stack.frames_left_out;
  row.frames.clear();
  for (const jvmtiFrameInfo& frame : stack.frames) {
    const MethodId method = methods.Find(frame.method);
    row.frames.push_back({.method = method,
                          .bci = frame.location,
                          .line = methods.LineOf(frame.method, frame.location),
                          .is_agent = methods.IsOurs(method)});
  }
}

}  // namespace taproot
