#include "support/graph_statements.h"

#include <stdexcept>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace taproot::test {
namespace {

constexpr std::string_view kMirrorSuffix = ".class";

constexpr std::pair<std::string_view, std::string_view> kClassesToldByArrow[] = {
    {"[]", "java.lang.Object[]"},
    {"-soft->", "java.lang.ref.SoftReference"},
    {"-final->", "java.lang.ref.FinalReference"},
    {"-weak->", "java.lang.ref.WeakReference"},
    {"-phantom->", "java.lang.ref.PhantomReference"},
    {"-local->", "java.lang.Thread"}};

void Require(bool holds, std::string_view what) {
  if (!holds) throw std::invalid_argument(absl::StrCat("graph literal: ", what));
}

}  // namespace

std::string_view ShortClassName(std::string_view name) { return name.substr(name.rfind('.') + 1); }

GraphStatements GraphStatements::Read(std::string_view text) {
  GraphStatements statements;
  for (std::string_view line : absl::StrSplit(text, '\n')) {
    line = line.substr(0, line.find('#'));
    for (std::string_view statement : absl::StrSplit(line, ';')) {
      statements.ReadStatement(absl::StripAsciiWhitespace(statement));
    }
  }
  return statements;
}

void GraphStatements::ReadStatement(std::string_view statement) {
  if (statement.empty()) return;
  const bool is_root = statement[0] == '(';
  const size_t end = is_root ? statement.find(')') : statement.find(' ');
  Require(end != std::string_view::npos, statement);
  const std::string_view left = statement.substr(is_root, end - is_root);
  std::vector<std::string_view> words =
      absl::StrSplit(statement.substr(end + 1), ' ', absl::SkipEmpty());
  Require(!words.empty(), statement);
  if (left == "class") return ReadClass(words);
  Require(words.size() >= 2, statement);
  const std::string_view arrow = words[0];
  words.erase(words.begin());
  if (arrow == ":") {
    words.insert(words.begin(), left);
    return ReadNode(words);
  }
  Require(absl::EndsWith(arrow, "->"), statement);
  is_root ? ReadRoots(left, words) : ReadReferences(left, arrow, words);
}

void GraphStatements::ReadClass(const std::vector<std::string_view>& words) {
  Class& java_class = classes.emplace_back();
  java_class.name = std::string(words[0]);
  for (size_t i = 1; i < words.size(); i += 2) {
    Require(i + 1 < words.size() && (words[i] == "extends" || words[i] == "by"), words[i]);
    (words[i] == "extends" ? java_class.super : java_class.loader) = std::string(words[i + 1]);
    if (words[i] == "extends") continue;
    java_class.has_mirror = true;
    Mention(java_class.loader);
    nodes[java_class.loader].java_class = "java.lang.ClassLoader";
  }
}

void GraphStatements::ReadNode(const std::vector<std::string_view>& words) {
  Node& node = nodes[std::string(words[0])];
  node.java_class = std::string(words[1]);
  Require(words.size() == 2 || absl::SimpleAtoi(words[2], &node.size), words[0]);
}

void GraphStatements::ReadReferences(std::string_view left, std::string_view arrow,
                                     const std::vector<std::string_view>& right) {
  if (absl::ConsumeSuffix(&left, "[]")) arrow = "[]";
  const std::string from(left);
  Mention(from);
  for (const auto& [told_by, java_class] : kClassesToldByArrow) {
    if (told_by == arrow && nodes[from].java_class.empty()) {
      nodes[from].java_class = std::string(java_class);
    }
  }
  for (std::string_view to : right) {
    Mention(to);
    references.push_back({from, std::string(arrow), std::string(to)});
  }
}

void GraphStatements::ReadRoots(std::string_view root, const std::vector<std::string_view>& right) {
  const std::pair<std::string, std::string> words = absl::StrSplit(root, absl::MaxSplits(' ', 1));
  const auto& [kind_word, name] = words;
  const RootKind* kind = nullptr;
  for (const auto& [word, known] : kRootWords) {
    if (word == kind_word) kind = &known;
  }
  Require(kind != nullptr, root);
  for (std::string_view node : right) {
    Mention(node);
    roots.push_back({*kind, name, std::string(node)});
    if (*kind != RootKind::kStaticField) continue;
    const std::vector<std::string> parts = absl::StrSplit(name, '.');
    Require(parts.size() == 2, root);
    Class& java_class = ClassNamed(parts[0]);
    java_class.has_mirror = true;
    java_class.static_fields.push_back(absl::StrCat("static Object ", parts[1]));
  }
}

GraphStatements::Class& GraphStatements::ClassNamed(std::string_view short_name) {
  for (Class& java_class : classes) {
    if (ShortClassName(java_class.name) == short_name) return java_class;
  }
  classes.emplace_back().name = std::string(short_name);
  return classes.back();
}

void GraphStatements::Mention(std::string_view node) {
  if (absl::ConsumeSuffix(&node, kMirrorSuffix)) {
    ClassNamed(node).has_mirror = true;
  } else {
    nodes[std::string(node)];
  }
}

}  // namespace taproot::test
