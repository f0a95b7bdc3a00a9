#include "control/request.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "capture/follow/class_names.h"
#include "capture/local_names.h"
#include "capture/vm_description.h"
#include "control/word_list.h"
#include "watch/survivors.h"

namespace taproot {
namespace {

constexpr size_t kMaxSubjects = 10000;
constexpr size_t kMaxNamedMethods = 50;

CaptureRequest MakeRequest(const Command& command, const RequestContext& context) {
  CaptureRequest request;
  request.identity = command.identity;
  request.walk = command.walk;
  request.for_each_watched = [registry = context.registry](JNIEnv* jni, WatchedVisitor visit) {
    return registry->ForEachWatched(jni, visit);
  };
  return request;
}

std::string Count(uint64_t count, std::string_view noun) {
  return absl::StrCat(count, " ", noun, count == 1 ? "" : "s");
}

// Methods in whose frames one of these paths begins.
void NameLocals(const RequestContext& context, absl::Span<const RootPath* const> paths,
                HeapGraph& graph) {
  std::vector<MethodId> methods;
  for (const RootPath* path : paths) {
    const Root& root = graph.root(path->root);
    if (root.kind == RootKind::kStackLocal && root.method.valid()) methods.push_back(root.method);
  }
  std::ranges::sort(methods);
  const auto repeats = std::ranges::unique(methods);
  methods.erase(repeats.begin(), repeats.end());
  if (methods.size() > kMaxNamedMethods) methods.resize(kMaxNamedMethods);
  // At the end of the VM no Java code may run any more.
  if (!context.vm_is_ending) AddLocalNames(context.vm, context.jni, methods, graph);
}

// What a verb about objects is asked about.
struct Subject {
  Capture capture;
  std::vector<NodeId> nodes;
  std::string words;
};

bool IsClassLoaded(const HeapGraph& graph, std::string_view pattern) {
  return std::ranges::any_of(graph.classes(), [&](const JavaClass& java_class) {
    return MatchesPattern(java_class.name, pattern);
  });
}

absl::Status NoSuchClass(const HeapGraph& graph, std::string_view pattern) {
  std::set<std::string_view> names;
  for (const JavaClass& java_class : graph.classes()) names.insert(java_class.name);
  if (IsClassLoaded(graph, pattern))
    return absl::NotFoundError(absl::StrCat("class ", pattern, " has no live instance"));
  const std::vector<std::string_view> words(names.begin(), names.end());
  const std::string_view nearest = NearestWord(pattern, words);
  return absl::NotFoundError(
      absl::StrCat("no class named ", pattern, " is loaded",
                   nearest.empty() ? "" : absl::StrCat(": did you mean ", nearest, "?")));
}

absl::Status FindInstances(const std::string& pattern, uint32_t at_most, Subject& subject) {
  const HeapGraph& graph = subject.capture.graph;
  std::vector<bool> wanted(graph.classes().size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    wanted[i] = MatchesPattern(graph.classes()[i].name, pattern);
  }
  uint64_t found = 0;
  for (uint32_t i = 0; i < graph.node_count(); ++i) {
    const NodeId node(i);
    if (!wanted[graph.class_of(node).value]) continue;
    if (++found <= at_most) subject.nodes.push_back(node);
  }
  if (found == 0) return NoSuchClass(graph, pattern);
  subject.words = absl::StrCat(Count(found, "instance"), " of ", pattern);
  if (found > subject.nodes.size()) {
    absl::StrAppend(&subject.words, ", the first ", subject.nodes.size(), " of them");
  }
  return absl::OkStatus();
}

absl::Status FindWatched(const std::string& name, const WatchRegistry& registry, Subject& subject) {
  const std::vector<uint64_t> ids = registry.Find(name);
  for (const WatchedObject& watched : subject.capture.graph.watched()) {
    if (std::ranges::find(ids, watched.id) == ids.end()) continue;
    if (watched.node.valid()) subject.nodes.push_back(watched.node);
  }
  if (subject.nodes.empty()) {
    return absl::NotFoundError(absl::StrCat("no watched object '", name, "' is in the heap"));
  }
  subject.words = absl::StrCat("watched object ", name);
  return absl::OkStatus();
}

absl::StatusOr<Subject> FindSubject(const Command& command, const RequestContext& context) {
  CaptureRequest request = MakeRequest(command, context);
  const jsize inputs = context.inputs == nullptr ? 0 : context.jni->GetArrayLength(context.inputs);
  if (inputs > 0) {
    request.inputs = context.inputs;
    request.whole_heap = command.verb == Verb::kPaths;
    if (request.whole_heap) request.for_each_watched = nullptr;
  } else if (command.class_name.empty() && command.watched.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(VerbName(command.verb), " needs class=NAME or watched=NAME"));
  } else if (!command.class_name.empty() && !command.watched.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(VerbName(command.verb), " takes class= or watched=, not both"));
  }
  absl::StatusOr<Capture> capture = CaptureByFollowing(context.vm, context.jni, request);
  if (!capture.ok()) return capture.status();
  Subject subject{*std::move(capture), {}, ""};
  if (inputs > 0) {
    subject.nodes = subject.capture.inputs;
    subject.words = Count(subject.nodes.size(), "object");
    return subject;
  }
  const uint32_t at_most =
      command.verb == Verb::kPaths ? command.render.top : static_cast<uint32_t>(kMaxSubjects);
  absl::Status found = command.class_name.empty()
                           ? FindWatched(command.watched, *context.registry, subject)
                           : FindInstances(command.class_name, at_most, subject);
  if (!found.ok()) return found;
  return subject;
}

std::string RenderFor(const Command& command, Report report, Format fallback) {
  report.verb = VerbName(command.verb);
  return Render(report, command.format.value_or(fallback), command.render);
}

void DropNulls(std::vector<NodeId>& nodes) {
  std::erase_if(nodes, [](NodeId node) { return !node.valid(); });
}

absl::StatusOr<std::string> AnswerProfile(const Command& command, const RequestContext& context) {
  absl::StatusOr<Subject> subject = FindSubject(command, context);
  if (!subject.ok()) return subject.status();
  DropNulls(subject->nodes);
  Report report;
  report.graph = &subject->capture.graph;
  report.subject = subject->words;
  report.profile = MakeProfileTree(*report.graph, subject->nodes, command.walk);
  report.profile->stops += subject->capture.stops;
  return RenderFor(command, std::move(report), Format::kText);
}

absl::StatusOr<std::string> AnswerSize(const Command& command, const RequestContext& context) {
  absl::StatusOr<Subject> subject = FindSubject(command, context);
  if (!subject.ok()) return subject.status();
  Report report;
  report.graph = &subject->capture.graph;
  report.subject = subject->words;
  if (command.delta) {
    if (subject->nodes.size() != 2 || !subject->nodes[0].valid() || !subject->nodes[1].valid()) {
      return absl::InvalidArgumentError("delta=true needs two objects, base and object");
    }
    report.delta = MeasureDelta(*report.graph, subject->nodes[0], subject->nodes[1], command.walk);
    report.notes.emplace_back("stops are those of both walks together");
    report.delta->object.stops += subject->capture.stops;
  } else {
    DropNulls(subject->nodes);
    report.size = MeasureObjects(*report.graph, subject->nodes, command.walk);
    report.size->stops += subject->capture.stops;
  }
  return RenderFor(command, std::move(report), Format::kText);
}

absl::StatusOr<std::string> AnswerPaths(const Command& command, const RequestContext& context) {
  absl::StatusOr<Subject> subject = FindSubject(command, context);
  if (!subject.ok()) return subject.status();
  Report report;
  report.graph = &subject->capture.graph;
  report.subject = subject->words;
  std::vector<std::optional<RootPath>> paths =
      FindRootPaths(*report.graph, subject->nodes, RootPathOptions());
  report.paths.emplace();
  std::vector<const RootPath*> found;
  for (const std::optional<RootPath>& path : paths) {
    if (path) found.push_back(&*path);
  }
  NameLocals(context, found, subject->capture.graph);
  for (size_t i = 0; i < paths.size(); ++i) {
    report.paths->push_back({.node = subject->nodes[i], .path = std::move(paths[i])});
  }
  return RenderFor(command, std::move(report), Format::kText);
}

absl::StatusOr<std::string> AnswerHistogram(const Command& command, const RequestContext& context) {
  absl::StatusOr<Capture> capture =
      CaptureByFollowing(context.vm, context.jni, MakeRequest(command, context));
  if (!capture.ok()) return capture.status();
  Report report;
  report.graph = &capture->graph;
  report.histogram = MakeHistogram(capture->graph);
  return RenderFor(command, std::move(report), Format::kText);
}

// Captures, and watches the instances of the patterns that the walk meets.
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
  if (command.class_name.empty()) return absl::InvalidArgumentError("watch needs class=PATTERN");
  uint64_t fresh = 0;
  absl::StatusOr<Capture> capture = CaptureAndWatch(command, context, {command.class_name}, fresh);
  if (!capture.ok()) return capture.status();
  if (fresh == 0) {
    Subject none{*std::move(capture), {}, ""};
    if (absl::Status s = FindInstances(command.class_name, 1, none); !s.ok()) return s;
    return absl::AlreadyExistsError(
        absl::StrCat("all instances of ", command.class_name, " are watched already"));
  }
  Report report;
  report.graph = &capture->graph;
  report.subject =
      absl::StrCat("now watching ", Count(fresh, "more instance"), " of ", command.class_name);
  return RenderFor(command, std::move(report), Format::kText);
}

bool IsUnreached(const Finding& finding) { return finding.verdict == Verdict::kHeldByVm; }

void DropUnreached(std::vector<Finding>& findings) { std::erase_if(findings, IsUnreached); }

// What no walk has met may have died since the last collection: then it is garbage, not held.
void RecheckUnreached(const RequestContext& context, std::vector<Finding>& findings) {
  if (std::ranges::none_of(findings, IsUnreached)) return;
  if (!context.registry->ForceCollection().ok() ||
      !context.registry->NoticeDeaths(context.jni).ok()) {
    return;
  }
  std::erase_if(findings, [&](const Finding& finding) {
    return IsUnreached(finding) && !context.registry->Describe(finding.watched.id);
  });
}

void AddFindings(const Command& command, const RequestContext& context, HeapGraph& graph,
                 Report& report) {
  VerdictOptions options;
  options.retained_delay_ms = command.retained_delay_ms.value_or(context.retained_delay_ms);
  options.debugger_attached = DebuggerConnected(context.registry->jvmti(), context.jni);
  options.walk = command.walk;
  report.findings = JudgeWatched(graph, options);
  if (context.vm_is_ending) {
    DropUnreached(*report.findings);
    report.notes.emplace_back(
        "no collection is made at the end of the JVM: objects that nothing "
        "reaches are left out");
  } else {
    RecheckUnreached(context, *report.findings);
  }
  const auto unweighed = std::ranges::count_if(*report.findings, [](const Finding& finding) {
    return finding.watched.node.valid() && finding.size.objects == 0;
  });
  if (unweighed > 0) {
    report.notes.push_back(absl::StrCat(unweighed,
                                        " watched objects were not weighed: together "
                                        "they reach too much; ask for one with size,watched=NAME"));
  }
  std::vector<const RootPath*> paths;
  for (const Finding& finding : *report.findings) {
    if (finding.path) paths.push_back(&*finding.path);
  }
  NameLocals(context, paths, graph);
  for (WatchedObject& gone : context.registry->Collected()) {
    report.findings->push_back({.watched = std::move(gone), .verdict = Verdict::kCollected});
  }
  if (options.debugger_attached) {
    report.notes.emplace_back(
        "a debugger is connected and may hold what it has shown: nothing is called a leak");
  }
}

absl::StatusOr<std::string> AnswerLeaks(const Command& command, const RequestContext& context) {
  std::vector<std::string> patterns = context.watch_patterns;
  patterns.insert(patterns.end(), command.watch.begin(), command.watch.end());
  const bool dump = command.verb == Verb::kDump;
  // Where nothing is watched no collection is needed.
  if (!context.vm_is_ending && context.registry->living_count() > 0) {
    if (absl::Status s = CollectTwice(context.jni, *context.registry); !s.ok()) return s;
  }
  uint64_t fresh = 0;
  absl::StatusOr<Capture> capture = CaptureAndWatch(command, context, patterns, fresh);
  if (!capture.ok()) return capture.status();
  Report report;
  report.graph = &capture->graph;
  if (!context.other_library.empty()) {
    report.notes.push_back(absl::StrCat("another copy of Taproot is in this process, ",
                                        context.other_library,
                                        ": what it watches is not known here"));
  }
  // Silence about a mistyped name would read like "no leak".
  for (const std::string& pattern : patterns) {
    if (!IsClassLoaded(capture->graph, pattern)) {
      report.notes.emplace_back(NoSuchClass(capture->graph, pattern).message());
    }
  }
  AddFindings(command, context, capture->graph, report);
  if (const WatchRegistry::Collections forced = context.registry->TakeForced(); forced.count > 0) {
    report.notes.push_back(absl::StrFormat("forced %d collections, which took %.0f ms together",
                                           forced.count, forced.total_ms));
  }
  if (fresh > 0) {
    report.notes.push_back(
        absl::StrCat("newly watched by the patterns: ", Count(fresh, "instance")));
  }
  if (dump) report.histogram = MakeHistogram(capture->graph);
  return RenderFor(command, std::move(report), dump ? Format::kJson : Format::kText);
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
  report.subject = absl::StrCat("no longer watching ", Count(removed, "object"));
  return RenderFor(command, std::move(report), Format::kText);
}

}  // namespace

absl::StatusOr<std::string> Answer(const Command& command, const RequestContext& context) {
  switch (command.verb) {
    case Verb::kHistogram:
      return AnswerHistogram(command, context);
    case Verb::kProfile:
      return AnswerProfile(command, context);
    case Verb::kSize:
      return AnswerSize(command, context);
    case Verb::kPaths:
      return AnswerPaths(command, context);
    case Verb::kLeaks:
    case Verb::kDump:
      return AnswerLeaks(command, context);
    case Verb::kWatch:
      return AnswerWatch(command, context);
    case Verb::kUnwatch:
      return AnswerUnwatch(command, context);
    case Verb::kStart:
    case Verb::kStatus:
      break;
  }
  return absl::InternalError("not a request about the heap");
}

}  // namespace taproot
