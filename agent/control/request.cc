#include "control/request.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "capture/memory_guard.h"
#include "control/services.h"
#include "control/watch_request.h"
#include "query/file_query.h"
#include "query/query.h"
#include "query/subject.h"
#include "watch/survivors.h"

namespace taproot {
namespace {

bool JudgesWatched(Verb verb) { return verb == Verb::kLeaks || verb == Verb::kDump; }

// --- captures ---

jsize InputCount(const RequestContext& context) {
  return context.inputs == nullptr ? 0 : context.jni->GetArrayLength(context.inputs);
}

// A size or profile of the caller's objects costs what they reach, unless it takes the whole heap.
absl::StatusOr<Capture> CaptureInputs(const Command& command, const RequestContext& context) {
  CaptureRequest request = MakeRequest(command, context);
  request.inputs = context.inputs;
  request.whole_heap =
      command.verb == Verb::kPaths || (command.verb == Verb::kSize && WantsRetained(command, true));
  if (request.whole_heap) request.for_each_watched = nullptr;
  return CaptureByFollowing(context.vm, context.jni, request);
}

// Silence about a mistyped name would read like "no leak".
void NotePatterns(const HeapGraph& graph, absl::Span<const std::string> patterns,
                  std::vector<std::string>& notes) {
  for (const std::string& pattern : patterns) {
    if (!IsClassLoaded(graph, pattern)) notes.emplace_back(NoSuchClass(graph, pattern).message());
  }
}

struct Notes {
  std::vector<std::string> before;  // those of the verb
  std::vector<std::string> after;
};

absl::StatusOr<Capture> CaptureForVerdicts(const Command& command, const RequestContext& context,
                                           Notes& notes) {
  std::vector<std::string> patterns = context.watch_patterns;
  patterns.insert(patterns.end(), command.watch.begin(), command.watch.end());
  // Where nothing is watched no collection is needed.
  if (!context.vm_is_ending && context.registry->living_count() > 0) {
    if (absl::Status s = CollectTwice(context.jni, *context.registry); !s.ok()) return s;
  }
  uint64_t fresh = 0;
  absl::StatusOr<Capture> capture = CaptureAndWatch(command, context, patterns, fresh);
  if (!capture.ok()) return capture;
  if (!context.other_library.empty()) {
    notes.before.push_back(absl::StrCat("another copy of Taproot is in this process, ",
                                        context.other_library,
                                        ": what it watches is not known here"));
  }
  NotePatterns(capture->graph, patterns, notes.before);
  if (fresh > 0) {
    notes.after.push_back(
        absl::StrCat("newly watched by the patterns: ", CountOf(fresh, "instance")));
  }
  return capture;
}

absl::StatusOr<Capture> CaptureFor(const Command& command, const RequestContext& context,
                                   Notes& notes) {
  if (JudgesWatched(command.verb)) return CaptureForVerdicts(command, context, notes);
  if (InputCount(context) > 0) return CaptureInputs(command, context);
  return CaptureByFollowing(context.vm, context.jni, MakeRequest(command, context));
}

void NoteForced(const RequestContext& context, std::vector<std::string>& notes) {
  const WatchRegistry::Collections forced = context.registry->TakeForced();
  if (forced.count == 0) return;
  notes.push_back(absl::StrFormat("forced %d collections, which took %.0f ms together",
                                  forced.count, forced.total_ms));
}

absl::StatusOr<std::string> AnswerFromHeap(const Command& command, const RequestContext& context) {
  Notes notes;
  absl::StatusOr<Capture> capture = CaptureFor(command, context, notes);
  if (!capture.ok()) return capture.status();
  QueryContext query(command, capture->graph, ServicesOf(context), context.progress);
  if (InputCount(context) > 0) query.inputs = std::move(capture->inputs);
  query.stops = capture->stops;
  query.notes = std::move(notes.before);
  query.verdicts.retained_delay_ms = command.retained_delay_ms.value_or(context.retained_delay_ms);
  query.verdicts.walk = command.walk;
  if (JudgesWatched(command.verb)) {
    query.verdicts.debugger_attached = DebuggerConnected(context.registry->jvmti(), context.jni);
  }
  absl::StatusOr<Report> report = AnswerQuery(query);
  if (!report.ok()) return report.status();
  NoteForced(context, report->notes);
  report->notes.insert(report->notes.end(), notes.after.begin(), notes.after.end());
  return RenderAnswer(command, *std::move(report));
}

}  // namespace

absl::StatusOr<std::string> Answer(const Command& command, const RequestContext& context) {
  if (command.verb == Verb::kWatch) return AnswerWatch(command, context);
  if (command.verb == Verb::kUnwatch) return AnswerUnwatch(command, context);
  // Before the heap is walked for nothing.
  if (absl::Status s = CheckSubject(command, InputCount(context) > 0); !s.ok()) return s;
  if (FileOf(command).empty()) return AnswerFromHeap(command, context);
  return AnswerFromFile(command, {.reserve = &CheckMemory}, SnapshotAccess::kCopy,
                        context.progress);
}

}  // namespace taproot
