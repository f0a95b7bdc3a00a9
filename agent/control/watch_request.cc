#include "control/watch_request.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capture/vm_description.h"
#include "graph/name_pattern.h"
#include "query/query.h"
#include "query/subject.h"

namespace taproot {

CaptureRequest MakeRequest(const Command& command, const RequestContext& context) {
  CaptureRequest request;
  request.identity = command.identity;
  request.walk = command.walk;
  request.contents = WantsContents(command);
  request.stacks = command.verb == Verb::kThreads || command.verb == Verb::kSnapshot;
  request.progress = context.progress;
  request.for_each_watched = [registry = context.registry](JNIEnv* jni, WatchedVisitor visit) {
    return registry->ForEachWatched(jni, visit);
  };
  return request;
}

absl::StatusOr<Capture> CaptureAndWatch(const Command& command, const RequestContext& context,
                                        std::vector<std::string> patterns, uint64_t& fresh) {
  CaptureRequest request = MakeRequest(command, context);
  request.collect = std::move(patterns);
  absl::Status status;
  fresh = 0;
  request.on_collected = [&](JNIEnv* jni, jobject object) -> std::optional<WatchedObject> {
    bool is_new = false;
    absl::StatusOr<uint64_t> id = context.registry->Watch(jni, object, "", &is_new);
    fresh += is_new;
    if (id.ok()) return context.registry->Describe(*id);
    status.Update(id.status());
    return std::nullopt;
  };
  absl::StatusOr<Capture> capture = CaptureByFollowing(context.vm, context.jni, request);
  if (!capture.ok()) return capture;
  if (!status.ok()) return status;
  return capture;
}

absl::StatusOr<std::string> AnswerWatch(const Command& command, const RequestContext& context) {
  const std::string& pattern = command.class_name;
  if (pattern.empty()) return absl::InvalidArgumentError("watch needs class=PATTERN");
  uint64_t fresh = 0;
  absl::StatusOr<Capture> capture = CaptureAndWatch(command, context, {pattern}, fresh);
  if (!capture.ok()) return capture.status();
  const HeapGraph& graph = capture->graph;
  if (fresh == 0) {
    const bool is_watched = std::ranges::any_of(graph.watched(), [&](const WatchedObject& watched) {
      return MatchesPattern(watched.class_name, pattern);
    });
    if (!is_watched) return NoSuchClass(graph, pattern);
    return absl::AlreadyExistsError(
        absl::StrCat("all instances of ", pattern, " are watched already"));
  }
  Report report;
  report.graph = &graph;
  report.subject = absl::StrCat("now watching ", CountOf(fresh, "more instance"), " of ", pattern);
  return RenderAnswer(command, std::move(report));
}

absl::StatusOr<std::string> AnswerUnwatch(const Command& command, const RequestContext& context) {
  if (command.watched.empty()) {
    return absl::InvalidArgumentError("unwatch needs watched=NAME_OR_ID");
  }
  const std::vector<uint64_t> ids = context.registry->Find(command.watched);
  size_t removed = 0;
  for (uint64_t id : ids) removed += context.registry->Unwatch(context.jni, id);
  if (removed == 0) {
    return absl::NotFoundError(absl::StrCat("nothing is watched as '", command.watched, "'"));
  }
  Report report;
  report.vm = DescribeVm(context.registry->jvmti(), context.jni);
  report.subject = absl::StrCat("no longer watching ", CountOf(removed, "object"));
  return RenderAnswer(command, std::move(report));
}

}  // namespace taproot
