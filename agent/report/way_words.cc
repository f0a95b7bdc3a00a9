#include "report/way_words.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/frame_words.h"
#include "report/reference_description.h"
#include "report/words.h"

namespace taproot {
namespace {

// "Reaper.run:88".
std::string ShortFrame(const JavaMethod& method, int32_t line) {
  std::string text = absl::StrCat(SimpleName(method.class_name), ".", method.name);
  if (line >= 0) absl::StrAppend(&text, ":", line);
  return text;
}

std::string LocalPhrase(const HeapGraph& graph, const Root& root, std::string_view what) {
  std::string text;
  if (root.thread.valid()) text = absl::StrCat(ThreadText(graph.thread(root.thread)), " ");
  absl::StrAppend(&text, what);
  if (root.method.valid()) {
    absl::StrAppend(&text, " in ", ShortFrame(graph.method(root.method), root.line));
  }
  return text;
}

std::string FieldPhrase(const HeapGraph& graph, StaticField field) {
  return absl::StrCat(SimpleName(graph.java_class(field.klass).name), ".", FieldName(graph, field));
}

// Phrases in order, each once, with how often it came.
std::string JoinPhrases(const std::vector<std::string>& phrases) {
  std::vector<std::pair<std::string, size_t>> counted;
  for (const std::string& phrase : phrases) {
    const auto found = std::ranges::find(counted, phrase, &std::pair<std::string, size_t>::first);
    if (found == counted.end()) {
      counted.emplace_back(phrase, 1);
    } else {
      ++found->second;
    }
  }
  return absl::StrJoin(counted, "; ", [](std::string* out, const auto& each) {
    absl::StrAppend(out, each.first);
    if (each.second > 1) absl::StrAppend(out, " x ", each.second);
  });
}

std::string WithArticle(std::string_view noun) {
  return absl::StrCat(
      std::string_view("AEIOU").find(noun.front()) == std::string_view::npos ? "a " : "an ", noun);
}

std::string CutSize(const ObjectWays& ways) {
  return ways.cut.outcome == CutOutcome::kTooLarge
             ? absl::StrCat("more than ", Counted(ways.cut_limit, "reference"))
             : Counted(ways.cut.references.size(), "reference");
}

constexpr std::string_view kNoCut =
    "No cut frees it: it is held by classes and loaders, which nobody can remove.";

}  // namespace

std::string WayPhrase(const HeapGraph& graph, PathDescriber& describer, const RootPath& path) {
  const Root& root = graph.root(path.root);
  const RootDescription description = describer.Describe(path).root;
  if (description.is_thread_local()) {
    return description.field ? absl::StrCat("ThreadLocal ", FieldPhrase(graph, *description.field))
                             : description.text;
  }
  if (root.kind == RootKind::kStaticField) {
    return absl::StrCat("static field ", FieldPhrase(graph, {root.klass, root.field}));
  }
  if (root.kind == RootKind::kStackLocal) {
    return LocalPhrase(graph, root, absl::StrCat("local ", LocalText(graph, root)));
  }
  if (root.kind == RootKind::kJniLocal) return LocalPhrase(graph, root, "JNI local");
  return description.text;
}

std::string CutText(const HeapGraph& graph, const CutReference& reference) {
  if (reference.root.valid()) return DescribeRoot(graph, graph.root(reference.root)).text;
  const ReferenceDescription description = DescribeReference(graph, reference.from, reference.slot);
  if (description.owner.valid() && description.kind != ReferenceKind::kMirrorField) {
    return absl::StrCat(WithoutPackage(graph.java_class(description.owner).name), ".",
                        description.name);
  }
  const std::string name = NodeName(graph, reference.from);
  if (description.kind == ReferenceKind::kMirrorField) {
    return absl::StrCat(description.text, " of ", name);
  }
  return absl::StrCat(description.text, " of ", WithArticle(WithoutPackage(name)));
}

std::string OtherWaysSentence(const HeapGraph& graph, PathDescriber& describer,
                              const ObjectWays& ways) {
  if (ways.others.empty()) {
    return ways.more_others ? ""
                            : "No second way holds it without sharing an object with this one.";
  }
  std::vector<std::string> phrases;
  phrases.reserve(ways.others.size());
  for (const RootPath& path : ways.others) phrases.push_back(WayPhrase(graph, describer, path));
  return absl::StrCat(ways.more_others ? "At least " : "", ways.others.size(), " more ",
                      ways.others.size() == 1 ? "way holds" : "ways hold", " it (",
                      JoinPhrases(phrases), ").");
}

std::string CutSentence(const HeapGraph& graph, const ObjectWays& ways) {
  switch (ways.cut.outcome) {
    case CutOutcome::kFree:
      return "";
    case CutOutcome::kImpossible:
      return std::string(kNoCut);
    case CutOutcome::kTooLarge:
      return absl::StrCat("Smallest cut: ", CutSize(ways), ".");
    case CutOutcome::kFound:
      break;
  }
  std::vector<std::string> texts;
  texts.reserve(ways.cut.references.size());
  for (const CutReference& each : ways.cut.references) texts.push_back(CutText(graph, each));
  return absl::StrCat("Smallest cut: remove ", texts.size() == 1 ? "this " : "these ",
                      texts.size() == 1 ? "reference" : CutSize(ways),
                      " and it is free: ", JoinPhrases(texts), ".");
}

std::string DescribeWays(const HeapGraph& graph, PathDescriber& describer, const ObjectWays& ways) {
  if (ways.cut.outcome == CutOutcome::kFree) return "";
  std::string text = OtherWaysSentence(graph, describer, ways);
  if (!text.empty()) text += ' ';
  if (ways.cut.outcome == CutOutcome::kImpossible) return absl::StrCat(text, kNoCut);
  return absl::StrCat(text, "Smallest cut: ", CutSize(ways), ".");
}

std::string_view CutOutcomeWord(CutOutcome outcome) {
  switch (outcome) {
    case CutOutcome::kFound:
      return "found";
    case CutOutcome::kFree:
      return "free";
    case CutOutcome::kTooLarge:
      return "too-large";
    case CutOutcome::kImpossible:
      return "impossible";
  }
  return "free";
}

}  // namespace taproot
