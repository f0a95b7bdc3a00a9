#include "query/subject.h"

#include <algorithm>
#include <set>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "graph/name_pattern.h"
#include "query/word_list.h"
#include "report/words.h"

namespace taproot {
namespace {

absl::StatusOr<Subject> FindInstances(const HeapGraph& graph, const std::string& pattern,
                                      uint32_t at_most) {
  std::vector<bool> wanted(graph.classes().size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    wanted[i] = MatchesPattern(graph.classes()[i].name, pattern);
  }
  Subject subject;
  uint64_t found = 0;
  for (uint32_t i = 0; i < graph.node_count(); ++i) {
    const NodeId node(i);
    if (!wanted[graph.class_of(node).value]) continue;
    if (++found <= at_most) subject.nodes.push_back(node);
  }
  if (found == 0) return NoSuchClass(graph, pattern);
  subject.words = absl::StrCat(CountOf(found, "instance"), " of ", pattern);
  if (found > subject.nodes.size()) {
    absl::StrAppend(&subject.words, ", the first ", Grouped(subject.nodes.size()), " of them");
  }
  return subject;
}

absl::StatusOr<Subject> FindWatched(const HeapGraph& graph, const std::string& name_or_id) {
  Subject subject;
  uint64_t number = 0;
  const bool is_number = absl::SimpleAtoi(name_or_id, &number);
  for (const WatchedObject& watched : graph.watched()) {
    const bool meant = watched.name == name_or_id || (is_number && watched.id == number);
    if (meant && watched.node.valid()) subject.nodes.push_back(watched.node);
  }
  if (subject.nodes.empty()) {
    return absl::NotFoundError(absl::StrCat("no watched object '", name_or_id, "' is in the heap"));
  }
  subject.words = absl::StrCat("watched object ", name_or_id);
  return subject;
}

}  // namespace

std::string CountOf(uint64_t count, std::string_view noun) { return Counted(count, noun); }

bool IsClassLoaded(const HeapGraph& graph, std::string_view pattern) {
  return std::ranges::any_of(graph.classes(), [&](const JavaClass& java_class) {
    return MatchesPattern(java_class.name, pattern);
  });
}

absl::Status NoSuchClass(const HeapGraph& graph, std::string_view pattern) {
  if (IsClassLoaded(graph, pattern)) {
    return absl::NotFoundError(absl::StrCat("class ", pattern, " has no live instance"));
  }
  std::set<std::string_view> names;
  for (const JavaClass& java_class : graph.classes()) names.insert(java_class.name);
  const std::vector<std::string_view> words(names.begin(), names.end());
  const std::string_view nearest = NearestWord(pattern, words);
  return absl::NotFoundError(
      absl::StrCat("no class named ", pattern, " is loaded",
                   nearest.empty() ? "" : absl::StrCat(": did you mean ", nearest, "?")));
}

absl::Status CheckSubject(const Command& command, bool has_inputs) {
  const bool about_objects =
      command.verb == Verb::kProfile || command.verb == Verb::kSize || command.verb == Verb::kPaths;
  const std::string_view verb = VerbName(command.verb);
  if (command.verb == Verb::kSnapshot && command.output.empty()) {
    return absl::InvalidArgumentError("snapshot needs a file to write: output=FILE");
  }
  if (command.verb == Verb::kDiff && command.before.empty()) {
    return absl::InvalidArgumentError("diff needs a snapshot to compare with: before=FILE");
  }
  if (!about_objects || has_inputs) return absl::OkStatus();
  if (command.class_name.empty() && command.watched.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(verb, " needs class=NAME or watched=NAME"));
  }
  if (!command.class_name.empty() && !command.watched.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(verb, " takes class= or watched=, not both"));
  }
  return absl::OkStatus();
}

absl::StatusOr<Subject> FindSubject(QueryContext& query, uint32_t at_most) {
  const Command& command = query.command();
  if (query.inputs) return Subject{*query.inputs, CountOf(query.inputs->size(), "object")};
  return command.class_name.empty() ? FindWatched(query.graph(), command.watched)
                                    : FindInstances(query.graph(), command.class_name, at_most);
}

}  // namespace taproot
