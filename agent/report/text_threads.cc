// A thread dump:
//
//   THREAD  "worker-1" #23   WAITING, daemon   holds 5.2 MiB in 1,204 objects
//     at java.util.concurrent.locks.LockSupport.park(LockSupport.java:211)
//     at com.acme.Worker.run(Worker.java:42)   holds 4.0 MiB
//         `task`   com.acme.Task   4.0 MiB
//         `queue`   com.acme.Queue   1.0 MiB, held elsewhere as well
//     … 3 frames
//     11 threads like this: "worker-2", "worker-3", …
#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "report/frame_words.h"
#include "report/text_sections.h"
#include "report/thread_words.h"
#include "report/words.h"

namespace taproot {
namespace {

// The top of a stack is shown; below it only frames that hold at least so much.
constexpr size_t kTopFrames = 16;
constexpr uint64_t kWorthAFrame = uint64_t{64} << 10;
constexpr size_t kLocalsShown = 6;
constexpr size_t kNamesShown = 5;

class ThreadWriter {
 public:
  ThreadWriter(const TextContext& context, const ThreadReport& report,
               const ThreadReportEntry& entry)
      : graph_(context.graph), out_(context.out), report_(report), entry_(entry) {}

  void Write() && {
    WriteHeading();
    WriteAlike();
    if (entry_.moved) {
      out_ += "  it has moved since the walk: only the frames in which the walk saw something\n";
    }
    uint64_t left_out = 0;
    for (size_t i = 0; i < entry_.frames.size(); ++i) {
      if (i >= kTopFrames && !IsWorthALine(entry_.frames[i])) {
        ++left_out;
        continue;
      }
      WriteLeftOut(left_out);
      left_out = 0;
      WriteFrame(entry_.frames[i]);
    }
    WriteLeftOut(left_out + entry_.frames_left_out);
  }

 private:
  void WriteHeading() {
    const JavaThread& thread = graph_.thread(entry_.threads[0]);
    absl::StrAppend(&out_, "THREAD  ", Quoted(thread.name), " #", thread.tid, "   ",
                    ThreadStateWord(thread.state));
    const bool has_state = thread.state != ThreadState::kUnknown;
    if (thread.is_virtual) {
      absl::StrAppend(&out_, has_state ? ", " : "", "virtual");
      if (thread.carrier.valid()) {
        absl::StrAppend(&out_, " on ", Quoted(graph_.thread(thread.carrier).name));
      }
    } else if (thread.is_daemon) {
      absl::StrAppend(&out_, has_state ? ", " : "", "daemon");
    }
    if (report_.has_retained) {
      absl::StrAppend(&out_, "   holds ", Bytes(entry_.retained_bytes), " in ",
                      Counted(entry_.retained_objects, "object"));
    }
    out_ += '\n';
  }

  void WriteAlike() {
    if (entry_.threads.size() < 2) return;
    absl::StrAppend(&out_, "  ", Counted(entry_.threads.size(), "thread"), " like this: ");
    const size_t shown = std::min(entry_.threads.size(), kNamesShown);
    for (size_t i = 0; i < shown; ++i) {
      absl::StrAppend(&out_, i > 0 ? ", " : "", Name(graph_.thread(entry_.threads[i])));
    }
    out_ += shown < entry_.threads.size() ? ", …\n" : "\n";
  }

  static std::string Name(const JavaThread& thread) {
    return thread.name.empty() ? absl::StrCat("#", thread.tid) : Quoted(thread.name);
  }

  static bool IsWorthALine(const ThreadReportFrame& frame) {
    return std::ranges::any_of(frame.locals, [](const ThreadLocalVariable& local) {
      return local.held_by != HeldBy::kOthers && local.retained_bytes >= kWorthAFrame;
    });
  }

  void WriteLeftOut(uint64_t frames) {
    if (frames > 0) absl::StrAppend(&out_, "  … ", Counted(frames, "frame"), "\n");
  }

  void WriteFrame(const ThreadReportFrame& frame) {
    absl::StrAppend(&out_, "  at ",
                    frame.method.valid() ? FrameText(graph_.method(frame.method), frame.line)
                                         : "(a method that is gone)");
    if (frame.retained_bytes > 0) {
      absl::StrAppend(&out_, "   holds ", Bytes(frame.retained_bytes));
    }
    out_ += '\n';
    size_t shown = 0;
    for (const ThreadLocalVariable& local : frame.locals) {
      if (IsWorthWriting(local) && ++shown <= kLocalsShown) WriteLocal(frame, local);
    }
    if (shown > kLocalsShown) {
      absl::StrAppend(&out_, "      … ", Counted(shown - kLocalsShown, "more local"), "\n");
    }
  }

  // Every stack has its own Thread object in many a frame, and classes and loaders in native ones.
  bool IsWorthWriting(const ThreadLocalVariable& local) const {
    const bool is_thread = local.node == graph_.thread(entry_.threads[0]).node;
    return !is_thread && (local.slot >= 0 || local.held_by != HeldBy::kOthers);
  }

  void WriteLocal(const ThreadReportFrame& frame, const ThreadLocalVariable& local) {
    absl::StrAppend(&out_, "      ", LocalName(graph_, frame, local), "   ",
                    NodeName(graph_, local.node));
    if (local.held_by != HeldBy::kUnknown) {
      absl::StrAppend(&out_, "   ", Bytes(local.retained_bytes));
    }
    if (local.held_by == HeldBy::kThisThread) out_ += ", held by this thread alone";
    if (local.held_by == HeldBy::kOthers) out_ += ", held elsewhere as well";
    out_ += '\n';
  }

  const HeapGraph& graph_;
  std::string& out_;
  const ThreadReport& report_;
  const ThreadReportEntry& entry_;
};

}  // namespace

void AppendThreads(const TextContext& context, const ThreadReport& report) {
  absl::StrAppend(&context.out, Counted(report.platform_threads, "platform thread"), ", ",
                  Counted(report.virtual_threads, "virtual thread"),
                  report.has_retained ? ", those that hold the most first\n" : "\n");
  const size_t shown = std::min<size_t>(report.entries.size(), context.options.top);
  for (size_t i = 0; i < shown; ++i) {
    context.out += '\n';
    ThreadWriter(context, report, report.entries[i]).Write();
  }
  uint64_t more = 0;
  for (size_t i = shown; i < report.entries.size(); ++i) more += report.entries[i].threads.size();
  if (more > 0) absl::StrAppend(&context.out, "\n… ", Counted(more, "more thread"), "\n");
}

}  // namespace taproot
