#include "report/suspect_words.h"

#include <cmath>
#include <cstddef>
#include <iterator>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analysis/path_labels.h"
#include "report/holder_words.h"
#include "report/words.h"

namespace taproot {
namespace {

constexpr std::ptrdiff_t kMostSteps = 20;  // of a way in a sentence

std::string StepText(const PathLabel& label) {
  if (label.owner.empty()) return label.name;
  return absl::StrCat(SimpleName(label.owner), ".", label.name);
}

// Short: who reads the sentence has read where the path begins.
std::string StartText(const PathLabel& label) {
  std::string_view name = label.name;
  if (!absl::ConsumePrefix(&name, "static field ")) return label.name;
  const size_t dot = name.rfind('.');
  return absl::StrCat(SimpleName(name.substr(0, dot)), name.substr(dot));
}

std::vector<PathLabel> LabelsOf(const HeapGraph& graph, const RootPath& path) {
  std::vector<PathLabel> labels = {RootLabel(graph, graph.root(path.root))};
  for (size_t i = 1; i < path.steps.size(); ++i) {
    PathLabel label = ReferenceLabel(graph, path.steps[i - 1].node, path.steps[i].slot,
                                     graph.class_of(path.steps[i].node));
    if (label != labels.back()) labels.push_back(std::move(label));
  }
  return labels;
}

std::string WayOf(const HeapGraph& graph, const RootPath& path) {
  std::vector<PathLabel> labels = LabelsOf(graph, path);
  labels.front().name = StartText(labels.front());
  if (std::ssize(labels) > kMostSteps + 1) {
    const auto middle = labels.begin() + kMostSteps / 2;
    *middle = {.owner = {}, .name = "…", .class_name = {}};
    labels.erase(middle + 1, labels.end() - kMostSteps / 2);
  }
  return WayText(labels);
}

std::string ContentText(const HeapGraph& graph, const Suspect& suspect) {
  return absl::StrCat(Grouped(suspect.content.objects), " ",
                      graph.java_class(suspect.content.klass).name, " of ",
                      Bytes(suspect.content.bytes));
}

std::string SingleSentence(const HeapGraph& graph, const Suspect& suspect) {
  const bool is_object = suspect.accumulation.value < graph.node_count();
  const NodeId point(suspect.accumulation.value);
  if (!suspect.content.klass.valid()) {
    return is_object ? absl::StrCat("it is one ", NodeName(graph, point), " of ",
                                    Bytes(graph.shallow_size(point)))
                     : "";
  }
  std::string sentence;
  if (suspect.container.valid() || is_object) {
    sentence = absl::StrCat("accumulates in ",
                            NodeName(graph, suspect.container.valid() ? suspect.container : point),
                            " with ", ContentText(graph, suspect));
  } else {
    sentence = absl::StrCat("spread over what it holds, most in ", ContentText(graph, suspect));
  }
  if (suspect.path) {
    absl::StrAppend(&sentence, ", filled through ", WayOf(graph, *suspect.path));
  }
  return sentence;
}

std::string GroupSentence(const HeapGraph& graph, const Suspect& suspect) {
  if (!suspect.path) return "";
  if (!suspect.accumulation.valid()) {
    return "no one place leads to most of them; the way to one of them follows";
  }
  const NodeId point =
      suspect.container.valid() ? suspect.container : NodeId(suspect.accumulation.value);
  const auto of_hundred = static_cast<uint64_t>(std::llround(suspect.path_share * 100));
  return absl::StrCat(Percent(of_hundred, 100), " of the shortest ways to them lead through ",
                      NodeName(graph, point), ", by ", WayOf(graph, *suspect.path));
}

}  // namespace

std::string WayText(std::span<const PathLabel> path) {
  std::string text;
  for (const PathLabel& label : path) {
    if (label.owner.empty() && label.name == "[]") {
      text += "[]";
    } else {
      absl::StrAppend(&text, text.empty() ? "" : " -> ", StepText(label));
    }
  }
  return text;
}

std::string SuspectName(const HeapGraph& graph, const Suspect& suspect) {
  switch (suspect.kind) {
    case SuspectKind::kClass:
      return std::string(graph.java_class(suspect.klass).name);
    case SuspectKind::kThreads:
      return suspect.thread_name;
    case SuspectKind::kSingle:
      break;
  }
  return suspect.holder ? HolderText(graph, *suspect.holder)
                        : NodeName(graph, NodeId(suspect.dominator.value));
}

std::string SuspectText(const HeapGraph& graph, const Suspect& suspect) {
  const std::string name = SuspectName(graph, suspect);
  switch (suspect.kind) {
    case SuspectKind::kClass:
      return absl::StrCat(Counted(suspect.members, "instance"), " of ", name);
    case SuspectKind::kThreads:
      return absl::StrCat(Counted(suspect.members, "thread"), " ", Quoted(name));
    case SuspectKind::kSingle:
      break;
  }
  return name;
}

std::string AccumulationSentence(const HeapGraph& graph, const Suspect& suspect) {
  if (suspect.kind == SuspectKind::kClass) return GroupSentence(graph, suspect);
  const std::string sentence = SingleSentence(graph, suspect);
  const bool of_many = suspect.kind == SuspectKind::kThreads && !sentence.empty();
  return of_many ? absl::StrCat("in the heaviest of them: ", sentence) : sentence;
}

std::string_view SuspectKindWord(SuspectKind kind) {
  switch (kind) {
    case SuspectKind::kClass:
      return "class";
    case SuspectKind::kThreads:
      return "threads";
    case SuspectKind::kSingle:
      break;
  }
  return "single";
}

}  // namespace taproot
