#include "control/watch_request.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capture/vm_description.h"
#include "control/capture_job.h"
#include "control/complete_findings.h"
#include "graph/name_pattern.h"
#include "query/query.h"
#include "query/subject.h"

namespace taproot {
namespace {

// May run in a forked child.
absl::StatusOr<std::string> AnalyseWatch(const Command& command, const AnalysisScene& scene) {
  const std::string& pattern = command.class_name;
  const HeapGraph& graph = scene.graph();
  WatchQuestion question{.forget = FreshGarbage(scene)};
  const size_t fresh = scene.fresh.size() - question.forget.size();
  if (!question.empty()) {
    if (absl::Status s = scene.ask(question).status(); !s.ok()) return s;
  }
  if (fresh == 0) {
    const bool is_watched = std::ranges::any_of(graph.watched(), [&](const WatchedObject& watched) {
      return watched.node.valid() && MatchesPattern(watched.class_name, pattern);
    });
    if (!is_watched) return NoSuchClass(graph, pattern);
    return absl::AlreadyExistsError(
        absl::StrCat("all instances of ", pattern, " are watched already"));
  }
  Report report;
  report.graph = &graph;
  report.subject = absl::StrCat("now watching ", CountOf(fresh, "more instance"), " of ", pattern);
  return RenderAnswer(command, std::move(report)).text;
}

}  // namespace

CaptureRequest MakeRequest(const Command& command, const RequestContext& context) {
  CaptureRequest request;
  request.identity = command.identity;
  request.walk = command.walk;
  request.contents = WantsContents(command);
  request.stacks = command.verb == Verb::kThreads || command.verb == Verb::kSnapshot ||
                   command.verb == Verb::kReport;
  request.progress = context.progress;
  request.for_each_watched = [registry = context.registry](JNIEnv* jni, WatchedVisitor visit) {
    return registry->ForEachWatched(jni, visit);
  };
  return request;
}

absl::StatusOr<std::string> AnswerWatch(const Command& command, const RequestContext& context) {
  if (command.class_name.empty()) return absl::InvalidArgumentError("watch needs class=PATTERN");
  const CaptureJob job{
      .request = MakeRequest(command, context),
      .patterns = {command.class_name},
      .analyse = [&](AnalysisScene& scene) { return AnalyseWatch(command, scene); },
      .output = ""};
  return CaptureAndAnalyse(job, command, context);
}

absl::StatusOr<std::string> AnswerUnwatch(const Command& command, const RequestContext& context) {
  if (command.watched.empty()) {
    return absl::InvalidArgumentError("unwatch needs watched=NAME_OR_ID");
  }
  const std::vector<uint64_t> ids = context.registry->Find(command.watched);
  const size_t removed = context.registry->Unwatch(context.jni, ids);
  if (removed == 0) {
    return absl::NotFoundError(absl::StrCat("nothing is watched as '", command.watched, "'"));
  }
  Report report;
  report.vm = DescribeVm(context.registry->jvmti(), context.jni);
  report.subject = absl::StrCat("no longer watching ", CountOf(removed, "object"));
  return RenderAnswer(command, std::move(report)).text;
}

}  // namespace taproot
