#include "control/request.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "capture/memory_guard.h"
#include "control/capture_job.h"
#include "control/complete_findings.h"
#include "control/services.h"
#include "control/watch_request.h"
#include "query/file_query.h"
#include "query/query.h"
#include "query/subject.h"
#include "watch/survivors.h"

namespace taproot {
namespace {

bool JudgesWatched(Verb verb) {
  return verb == Verb::kLeaks || verb == Verb::kDump || verb == Verb::kReport;
}

jsize InputCount(const RequestContext& context) {
  return context.inputs == nullptr ? 0 : context.jni->GetArrayLength(context.inputs);
}

// --- before the capture ---

// All that the analysis knows of the JVM beside the graph.
struct Known {
  Command command;
  bool has_inputs = false;
  int64_t retained_delay_ms = 0;
  bool debugger_attached = false;
  std::vector<std::string> patterns;  // of classes whose instances are watched
  std::vector<std::string> notes;
  WatchedBefore watched;
};

absl::Status PrepareVerdicts(const RequestContext& context, Known& known) {
  WatchRegistry& registry = *context.registry;
  TakeForced(registry);  // those of a request that failed
  known.watched.verify = known.command.verify;
  known.watched.vm_is_ending = context.vm_is_ending;
  known.patterns = context.watch_patterns;
  known.patterns.insert(known.patterns.end(), known.command.watch.begin(),
                        known.command.watch.end());
  if (context.vm_is_ending || known.command.verify == Verification::kGraph) {
    registry.NoticeReportedDeaths();
  } else if (registry.living_count() > 0) {  // where nothing is watched none is needed
    if (absl::Status s = CollectTwice(context.jni, registry); !s.ok()) return s;
  }
  known.watched.collected = registry.Collected();
  known.watched.forced = TakeForced(registry);
  known.debugger_attached = DebuggerConnected(registry.jvmti(), context.jni);
  if (!context.other_library.empty()) {
    known.notes.push_back(absl::StrCat("another copy of Taproot is in this process, ",
                                       context.other_library,
                                       ": what it watches is not known here"));
  }
  return absl::OkStatus();
}

CaptureRequest RequestFor(const Command& command, const RequestContext& context, bool has_inputs) {
  CaptureRequest request = MakeRequest(command, context);
  if (!has_inputs) return request;
  request.inputs = context.inputs;
  // A size or profile of the caller's objects costs what they reach, unless it takes all.
  request.whole_heap =
      command.verb == Verb::kPaths || (command.verb == Verb::kSize && WantsRetained(command, true));
  if (request.whole_heap) request.for_each_watched = nullptr;
  return request;
}

// --- the analysis: may run in a forked child, and gives back an encoded Answer ---

constexpr size_t kMostUnknownTold = 10;

// Silence about a mistyped name would read like "no leak".
// Returns how many there are.
size_t NotePatterns(const HeapGraph& graph, absl::Span<const std::string> patterns,
                    std::vector<std::string>& notes) {
  size_t unknown = 0;
  for (const std::string& pattern : patterns) {
    if (IsClassLoaded(graph, pattern) || ++unknown > kMostUnknownTold) continue;
    notes.emplace_back(NoSuchClass(graph, pattern).message());
  }
  if (unknown <= kMostUnknownTold) return unknown;
  notes.push_back(absl::StrCat(unknown - kMostUnknownTold,
                               " more of the patterns name no class that is loaded"));
  return unknown;
}

void NoteForced(const ForcedCollections& forced, std::vector<std::string>& notes) {
  if (forced.count == 0) return;
  notes.push_back(absl::StrFormat("forced %d collections, which took %.0f ms together",
                                  forced.count, forced.total_ms));
}

void NoteFresh(const AnalysisScene& scene, std::vector<std::string>& notes) {
  const size_t fresh = scene.fresh.size() - FreshGarbage(scene).size();
  if (fresh == 0) return;
  notes.push_back(absl::StrCat("newly watched by the patterns: ", CountOf(fresh, "instance")));
}

absl::StatusOr<std::string> Analyse(const Known& known, AnalysisScene& scene) {
  WatchedBefore watched = known.watched;
  absl::Status completed;
  QueryServices services = scene.services;
  services.complete_findings = [&](std::vector<Finding>& findings,
                                   std::vector<std::string>& notes) {
    completed = CompleteFindings(scene, watched, findings, notes);
  };
  QueryContext query(known.command, scene.graph(), std::move(services), scene.progress);
  if (known.has_inputs) query.inputs = std::move(scene.capture.inputs);
  query.stops = scene.capture.stops;
  query.notes = known.notes;
  const size_t unknown = NotePatterns(scene.graph(), known.patterns, query.notes);
  query.has_patterns = !known.patterns.empty();
  query.verdicts.retained_delay_ms = known.retained_delay_ms;
  query.verdicts.walk = known.command.walk;
  query.verdicts.debugger_attached = known.debugger_attached;
  absl::StatusOr<Report> report = AnswerQuery(query);
  if (!report.ok()) return report.status();
  if (!completed.ok()) return completed;
  NoteForced(watched.forced, report->notes);
  NoteFresh(scene, report->notes);
  Answer answer = RenderAnswer(known.command, *std::move(report));
  answer.facts.unknown_patterns = unknown;
  return Encode(std::move(answer));
}

absl::StatusOr<Answer> AnswerFromHeap(const Command& command, const RequestContext& context) {
  Known known{.command = command,
              .has_inputs = InputCount(context) > 0,
              .retained_delay_ms = command.retained_delay_ms.value_or(context.retained_delay_ms)};
  if (JudgesWatched(command.verb)) {
    if (absl::Status s = PrepareVerdicts(context, known); !s.ok()) return s;
  }
  const CaptureJob job{.request = RequestFor(command, context, known.has_inputs),
                       .patterns = known.patterns,
                       .analyse = [&](AnalysisScene& scene) { return Analyse(known, scene); },
                       .output = command.verb == Verb::kSnapshot ? command.output : ""};
  absl::StatusOr<std::string> bytes = CaptureAndAnalyse(job, command, context);
  if (!bytes.ok()) return bytes.status();
  return DecodeAnswer(*std::move(bytes));
}

}  // namespace

absl::StatusOr<Answer> AnswerRequest(const Command& command, const RequestContext& context) {
  if (command.verb == Verb::kWatch) return WithoutFacts(AnswerWatch(command, context));
  if (command.verb == Verb::kUnwatch) return WithoutFacts(AnswerUnwatch(command, context));
  // Before the heap is walked for nothing.
  if (absl::Status s = CheckSubject(command, InputCount(context) > 0); !s.ok()) return s;
  if (FileOf(command).empty()) return AnswerFromHeap(command, context);
  return AnswerFromFile(command, {.reserve = &CheckMemory}, SnapshotAccess::kCopy,
                        context.progress);
}

}  // namespace taproot
