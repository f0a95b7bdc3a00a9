#include "control/capture_job.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "analysis/inspectors.h"
#include "capture/fork/fork_capture.h"
#include "capture/memory_guard.h"
#include "capture/vm_description.h"
#include "control/engine.h"
#include "control/services.h"
#include "graph/heap_graph_builder.h"
#include "report/words.h"
#include "watch/instances.h"

namespace taproot {
namespace {

// What the job's patterns have found so far.
struct Fresh {
  std::vector<uint64_t> ids;
  InstanceSearch search;  // before the capture, if there was one

  std::vector<uint64_t> Sorted() const {
    std::vector<uint64_t> sorted = ids;
    std::ranges::sort(sorted);
    return sorted;
  }
};

// The watch of one more instance; an error only if it failed.
absl::StatusOr<uint64_t> WatchInstance(const RequestContext& context, JNIEnv* jni, jobject object,
                                       Fresh& fresh) {
  bool is_new = false;
  absl::StatusOr<uint64_t> id = context.registry->Watch(jni, object, "", &is_new);
  if (id.ok() && is_new) fresh.ids.push_back(*id);
  return id;
}

void AddSearch(const InstanceSearch& search, HeapGraph& graph) {
  if (search.pause_ms == 0) return;
  CaptureInfo info = graph.capture();
  info.pause_ms += search.pause_ms;
  info.notes.push_back(absl::StrCat("of the standstill ", Milliseconds(search.pause_ms),
                                    " went into the search for instances of the patterns"));
  if (!search.all) {
    info.notes.push_back(absl::StrCat("only the first ", Grouped(search.found),
                                      " instances of the classes asked for were looked at"));
  }
  HeapGraphBuilder::SetCapture(graph, std::move(info));
}

absl::StatusOr<std::string> ByFollowing(const CaptureJob& job, const RequestContext& context,
                                        std::string_view why_not_fork, Fresh& fresh) {
  CaptureRequest request = job.request;
  request.collect = job.patterns;
  absl::Status watching;
  if (!job.patterns.empty()) {
    request.on_collected = [&](JNIEnv* jni, jobject object) -> std::optional<WatchedObject> {
      const absl::StatusOr<uint64_t> id = WatchInstance(context, jni, object, fresh);
      if (id.ok()) return context.registry->Describe(*id);
      watching.Update(id.status());
      return std::nullopt;
    };
  }
  absl::StatusOr<Capture> capture = CaptureByFollowing(context.vm, context.jni, request);
  if (!capture.ok()) return capture.status();
  if (!watching.ok()) return watching;
  if (!why_not_fork.empty()) {
    CaptureInfo info = capture->graph.capture();
    const std::string reason = FallbackReason(why_not_fork);
    info.fallback_reason =
        info.fallback_reason.empty() ? reason : absl::StrCat(reason, "; ", info.fallback_reason);
    HeapGraphBuilder::SetCapture(capture->graph, std::move(info));
  }
  AddSearch(fresh.search, capture->graph);
  AnalysisScene scene{
      .capture = *capture,
      .services = ServicesOf(context),
      .progress = context.progress,
      .fresh = fresh.Sorted(),
      .ask = [&](const WatchQuestion& question) { return AskRegistry(context, question); }};
  return job.analyse(scene);
}

// --- by fork ---

// A child cannot watch anything. So what the patterns find is watched before.
absl::Status WatchBefore(const CaptureJob& job, const RequestContext& context, Fresh& fresh) {
  if (job.patterns.empty()) return absl::OkStatus();
  absl::StatusOr<InstanceSearch> search = ForEachInstance(
      context.vm, context.jni, job.patterns, job.request.max_collected,
      [&](jobject object) { return WatchInstance(context, context.jni, object, fresh).status(); });
  if (!search.ok()) return search.status();
  fresh.search = *search;
  return absl::OkStatus();
}

absl::StatusOr<WatchReply> AskParent(const ChildWork& work, const WatchQuestion& question) {
  absl::StatusOr<std::string> reply = work.ask(Encode(question));
  if (!reply.ok()) return reply.status();
  return DecodeWatchReply(*reply);
}

// Runs in the child.
absl::StatusOr<std::string> AnalyseInChild(const CaptureJob& job, const Fresh& fresh,
                                           ChildWork& work) {
  AddSearch(fresh.search, work.capture->graph);
  AnalysisScene scene{
      .capture = *work.capture,
      .services = {.describe_paths = work.describe_paths,
                   .name_locals = work.name_locals,
                   .reserve = &CheckMemory,
                   .complete_findings = nullptr},
      .progress = work.progress,
      .fresh = fresh.Sorted(),
      .ask = [&work](const WatchQuestion& question) { return AskParent(work, question); }};
  return job.analyse(scene);
}

// A child may have lost its mind: it can make us forget nothing that was watched before. And while
// it lives a collection copies each page that it moves objects on.
WatchQuestion Trusted(WatchQuestion question, const Fresh& fresh, const RequestContext& context) {
  const std::vector<uint64_t> known = fresh.Sorted();
  std::erase_if(question.forget,
                [&](uint64_t id) { return !std::ranges::binary_search(known, id); });
  const VmInfo vm = DescribeVm(context.registry->jvmti(), context.jni);
  const auto used = static_cast<uint64_t>(std::max<int64_t>(vm.heap_used, 0));
  if (!CheckMemory(used).ok()) question.recheck.clear();
  return question;
}

// Unavailable if nothing was forked.
absl::StatusOr<ForkedAnswer> ByFork(const CaptureJob& job, const Command& command,
                                    const RequestContext& context, Fresh& fresh) {
  if (absl::Status s = WatchBefore(job, context, fresh); !s.ok()) return s;
  CaptureRequest request = job.request;
  request.whole_heap = true;
  ForkRequest fork{.capture = &request,
                   .threads = command.threads,
                   .fields = InspectedFields(),
                   .answer = [&](ChildWork& work) { return AnalyseInChild(job, fresh, work); },
                   .on_question = [&](std::string_view bytes) -> std::string {
                     const absl::StatusOr<WatchQuestion> question = DecodeWatchQuestion(bytes);
                     if (!question.ok()) return "";
                     return Encode(AskRegistry(context, Trusted(*question, fresh, context)));
                   },
                   .reads_tables = job.reads_tables};
  if (!job.output.empty()) fork.outputs.push_back(job.output);
  return AnswerInChild(context.vm, context.jni, fork);
}

// Once there was a fork, no other engine is taken: nobody should be surprised by a long pause.
absl::StatusOr<std::string> ByEngine(const CaptureJob& job, const Command& command,
                                     const RequestContext& context, Fresh& fresh) {
  absl::StatusOr<EngineDecision> decision =
      ChooseEngine({.engine = command.engine,
                    .identity = command.identity,
                    .from_inputs = !job.request.whole_heap,
                    .vm_is_ending = context.vm_is_ending},
                   [&] { return context.fork_support->Check(context.vm, context.jni); });
  if (!decision.ok()) return decision.status();
  if (decision->fork) {
    absl::StatusOr<ForkedAnswer> forked = ByFork(job, command, context, fresh);
    if (forked.ok()) return std::move(forked->answer);
    const bool never_began = absl::IsUnavailable(forked.status());
    if (!never_began || command.engine == EngineChoice::kFork) return ForkError(forked.status());
    decision->why_not_fork = forked.status().message();
  }
  return ByFollowing(job, context, decision->why_not_fork, fresh);
}

}  // namespace

absl::StatusOr<std::string> CaptureAndAnalyse(const CaptureJob& job, const Command& command,
                                              const RequestContext& context) {
  Fresh fresh;
  // Who gets no answer is not told what was found: then it is not watched either.
  absl::Cleanup forget = [&] { context.registry->Unwatch(context.jni, fresh.ids); };
  absl::StatusOr<std::string> answer = ByEngine(job, command, context, fresh);
  if (answer.ok()) std::move(forget).Cancel();
  return answer;
}

}  // namespace taproot
