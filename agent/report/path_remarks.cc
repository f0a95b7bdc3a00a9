#include "report/path_remarks.h"

#include <algorithm>
#include <array>
#include <span>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "report/finalizer_remark.h"
#include "report/frame_words.h"
#include "report/reference_description.h"
#include "report/reference_objects.h"
#include "report/words.h"

namespace taproot {
namespace {

using std::string_view;

// A reference of a path and what lies below it.
struct Edge {
  const HeapGraph& graph;
  NodeId from;
  std::span<const PathStep> below;  // the steps from its target on
  string_view owner;                // of a field: full name of the declaring class
  string_view field;
  ClassId owner_class;

  bool PassesThrough(NodeId node) const {
    return node.valid() && std::ranges::find(below, node, &PathStep::node) != below.end();
  }
};

using Sentence = std::optional<Remark>;

std::string ThreadOf(const HeapGraph& graph, NodeId node, string_view if_unknown) {
  const auto at = std::ranges::find(graph.threads(), node, &JavaThread::node);
  if (at != graph.threads().end()) return ThreadText(*at);
  const std::string_view name = graph.text(node);
  return name.empty() ? std::string(if_unknown) : absl::StrCat(if_unknown, " ", Quoted(name));
}

constexpr string_view kNotRunning = "a thread that is not running";

// --- entries of weak maps and cleaners ---

// A Reference object that holds something strongly beside its referent: what to say when the
// referent is gone, and when what it holds leads back to the referent.
struct Keeper {
  string_view owner;
  string_view field;
  string_view stale_code;  // empty if a cleared referent is nothing to speak of
  string_view stale_text;
  string_view loop_code;
  string_view loop_text;
};

constexpr Keeper kKeepers[] = {
    {"java.lang.ThreadLocal$ThreadLocalMap$Entry", "value", "stale-thread-local",
     "stale entry: the ThreadLocal is gone, its value is freed at the map's next use",
     "value-holds-key", "the value of a ThreadLocal holds its own ThreadLocal"},
    {"java.util.WeakHashMap$Entry", "value", "stale-map-entry",
     "stale entry: the key of the WeakHashMap is gone, its value is freed at the map's next use",
     "value-holds-key", "the value of a WeakHashMap holds its own key"},
    {"jdk.internal.ref.CleanerImpl$PhantomCleanableRef", "action", "", "", "action-holds-object",
     "the registered cleaning action captures the object itself, so it never runs"},
    {"jdk.internal.ref.Cleaner", "thunk", "", "", "action-holds-object",
     "the registered cleaning action captures the object itself, so it never runs"},
};

Sentence KeeperRemark(const Edge& edge) {
  for (const Keeper& keeper : kKeepers) {
    if (edge.field != keeper.field || edge.owner != keeper.owner) continue;
    const Referent referent = ReferentOf(edge.graph, edge.from);
    if (referent.cleared && !keeper.stale_code.empty()) {
      return Remark{keeper.stale_code, std::string(keeper.stale_text)};
    }
    if (edge.PassesThrough(referent.node)) {
      return Remark{keeper.loop_code, std::string(keeper.loop_text)};
    }
  }
  return std::nullopt;
}

// --- what a compiler made of a closure ---

Sentence CapturedByLambda(const Edge& edge) {
  constexpr string_view kArgument = "arg$";
  constexpr string_view kLambda = "$$Lambda";
  const size_t lambda = edge.owner.find(kLambda);
  if (lambda == string_view::npos || !absl::StartsWith(edge.field, kArgument)) return std::nullopt;
  const ClassId host = edge.graph.java_class(edge.owner_class).host;
  const string_view name =
      host.valid() ? string_view(edge.graph.java_class(host).name) : edge.owner.substr(0, lambda);
  return Remark{"captured-value",
                absl::StrCat("captured value ", edge.field.substr(kArgument.size()),
                             " of a lambda in ", name)};
}

Sentence CapturedByInnerClass(const Edge& edge) {
  constexpr string_view kVariable = "val$";
  if (!absl::StartsWith(edge.field, kVariable)) return std::nullopt;
  return Remark{"captured-value",
                absl::StrCat("captured variable `", edge.field.substr(kVariable.size()),
                             "` of the inner class ", edge.owner)};
}

Sentence OuterInstance(const Edge& edge) {
  if (!absl::StartsWith(edge.field, "this$")) return std::nullopt;
  return Remark{"outer-instance", "inner class instance holds its outer instance"};
}

// --- references of the JDK's own classes ---

Sentence StoredStackTrace(const Edge& edge) {
  for (const PathStep& step : edge.below) {
    if (!edge.graph.mirrored_class(step.node).valid()) continue;
    return Remark{"stored-stack-trace",
                  absl::StrCat("the stack trace of a stored exception mentions ",
                               NodeName(edge.graph, step.node))};
  }
  return Remark{"stored-stack-trace", "the stack trace of a stored exception holds it"};
}

Sentence ContextClassLoader(const Edge& edge) {
  return Remark{"context-class-loader", absl::StrCat("context class loader of ",
                                                     ThreadOf(edge.graph, edge.from, kNotRunning))};
}

Sentence InheritedContext(const Edge& edge) {
  return Remark{
      "inherited-access-control-context",
      absl::StrCat("access control context that ", ThreadOf(edge.graph, edge.from, kNotRunning),
                   " inherited from the code that created it")};
}

Sentence ClassValueMap(const Edge& edge) {
  return Remark{"class-value",
                absl::StrCat("a ClassValue keeps a value with ", NodeName(edge.graph, edge.from))};
}

struct KnownField {
  string_view owner;
  string_view field;
  Sentence (*sentence)(const Edge&);
};

constexpr KnownField kKnownFields[] = {
    {"java.lang.Throwable", "backtrace", StoredStackTrace},
    {"java.lang.Thread", "contextClassLoader", ContextClassLoader},
    {"java.lang.Thread", "inheritedAccessControlContext", InheritedContext},
    {"java.lang.Class", "classValueMap", ClassValueMap},
};

Sentence KnownFieldRemark(const Edge& edge) {
  for (const KnownField& known : kKnownFields) {
    if (edge.field == known.field && edge.owner == known.owner) return known.sentence(edge);
  }
  return std::nullopt;
}

// --- frames of parked virtual threads ---

Sentence ParkedFrame(const Edge& edge) {
  return Remark{
      "virtual-thread-frame",
      absl::StrCat("a local of a frame of ", ThreadOf(edge.graph, edge.from, "a virtual thread"),
                   ", which is parked")};
}

Sentence StackWord() {
  return Remark{"stack-word",
                "a word of the stack of a virtual thread that is parked: the heap does not tell "
                "whether it is in use, so it may be dead"};
}

constexpr std::array kFieldShapes = {KeeperRemark, CapturedByLambda, CapturedByInnerClass,
                                     OuterInstance, KnownFieldRemark};

}  // namespace

std::vector<Remark> RemarksOnReference(const HeapGraph& graph, const RootPath& path, size_t at) {
  const PathStep& from = path.steps[at - 1];
  const PathStep& to = path.steps[at];
  Edge edge{.graph = graph,
            .from = from.node,
            .below = std::span(path.steps).subspan(at),
            .owner = {},
            .field = {},
            .owner_class = {}};
  std::vector<Remark> remarks;
  auto add = [&](Sentence sentence) {
    if (sentence) remarks.push_back(*std::move(sentence));
  };
  if (to.slot.kind() == ReferenceKind::kFrameLocal) {
    add(ParkedFrame(edge));
    if (const FrameLocal* local = graph.frame_local(to.slot)) {
      for (Remark& remark : RemarksOnRoot(graph, RootLike(*local))) remarks.push_back(remark);
    }
  }
  if (to.slot.kind() == ReferenceKind::kStackWord) add(StackWord());
  if (graph.strength(from.node, to.slot) == Strength::kFinal) add(WaitsForFinalizer(graph));
  const FieldRef field = FieldOf(graph, from.node, to.slot);
  if (field.field == nullptr) return remarks;
  edge.owner = graph.java_class(field.declaring).name;
  edge.field = field.field->name;
  edge.owner_class = field.declaring;
  for (const auto shape : kFieldShapes) add(shape(edge));
  return remarks;
}

}  // namespace taproot
