#include "report/thread_words.h"

#include "report/frame_words.h"

namespace taproot {

std::string_view ThreadStateWord(ThreadState state) {
  switch (state) {
    case ThreadState::kUnknown:
      return "";
    case ThreadState::kNew:
      return "NEW";
    case ThreadState::kRunnable:
      return "RUNNABLE";
    case ThreadState::kBlocked:
      return "BLOCKED";
    case ThreadState::kWaiting:
      return "WAITING";
    case ThreadState::kTimedWaiting:
      return "TIMED_WAITING";
    case ThreadState::kTerminated:
      return "TERMINATED";
  }
  return "";
}

std::string_view HeldByWord(HeldBy held_by) {
  switch (held_by) {
    case HeldBy::kUnknown:
      return "";
    case HeldBy::kThisFrame:
      return "this-frame";
    case HeldBy::kThisThread:
      return "this-thread";
    case HeldBy::kOthers:
      return "others";
  }
  return "";
}

std::string LocalName(const HeapGraph& graph, const ThreadReportFrame& frame,
                      const ThreadLocalVariable& local) {
  if (local.slot < 0) return "JNI local";
  return LocalText(graph, {.kind = RootKind::kStackLocal,
                           .method = frame.method,
                           .slot = local.slot,
                           .bci = frame.bci});
}

}  // namespace taproot
