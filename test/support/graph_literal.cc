#include "support/graph_literal.h"

#include <stdexcept>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "support/graph_statements.h"
#include "support/test_heap.h"

namespace taproot::test {
namespace {

constexpr std::string_view kNodeClass = "com.acme.Node";
constexpr int kFields = 8;

class LiteralMaker {
 public:
  explicit LiteralMaker(const GraphStatements& statements) : statements_(statements) {}

  HeapGraph Make() {
    AddClass({.name = std::string(kNodeClass)});
    for (const auto& java_class : statements_.classes) AddClass(java_class);
    for (const auto& [name, node] : statements_.nodes) {
      nodes_[name] = heap_.New(node.java_class.empty() ? kNodeClass : node.java_class, node.size);
    }
    for (const auto& java_class : statements_.classes) {
      if (java_class.has_mirror) AddMirror(java_class);
    }
    for (const auto& reference : statements_.references) AddReference(reference);
    for (const auto& root : statements_.roots) AddRoot(root);
    return std::move(heap_).Build();
  }

  const std::map<std::string, NodeId, std::less<>>& nodes() const { return nodes_; }

 private:
  void AddClass(const GraphStatements::Class& java_class) {
    std::vector<std::string> fields = java_class.static_fields;
    for (int i = 0; i < kFields; ++i) {
      fields.push_back(absl::StrCat("Object f", i));
      fields.push_back(absl::StrCat("static Object s", i));
    }
    heap_.AddClass(java_class.name, java_class.super, {fields.begin(), fields.end()});
  }

  void AddMirror(const GraphStatements::Class& java_class) {
    const NodeId loader = java_class.loader.empty() ? NodeId() : nodes_.at(java_class.loader);
    nodes_[absl::StrCat(ShortClassName(java_class.name), ".class")] =
        heap_.AddMirror(heap_.Class(java_class.name), loader);
  }

  void AddReference(const GraphStatements::Reference& reference) {
    const NodeId from = nodes_.at(reference.from);
    const NodeId to = nodes_.at(reference.to);
    const uint32_t index = next_index_[from]++;
    if (reference.arrow == "[]") {
      heap_.SetElement(from, index, to);
    } else if (reference.arrow == "-local->") {
      const uint32_t row = heap_.builder().AddFrameLocal({.slot = static_cast<int32_t>(index)});
      heap_.builder().AddReference(from, to, ReferenceSlot(ReferenceKind::kFrameLocal, row));
    } else {
      heap_.Set(from, reference.arrow == "->" ? PlainField(reference.from, index) : "referent", to);
    }
  }

  // Of the objects with a class of java.lang one field has to do.
  std::string PlainField(const std::string& from, uint32_t index) {
    if (absl::EndsWith(from, ".class")) return absl::StrCat("s", index);
    const std::string& java_class = statements_.nodes.at(from).java_class;
    if (absl::StartsWith(java_class, "java.lang.ref.")) return "own";
    if (java_class == "java.lang.Thread") return "threadLocals";
    if (java_class == "java.lang.ClassLoader") return "parent";
    return absl::StrCat("f", index);
  }

  void AddRoot(const GraphStatements::NamedRoot& named) {
    const NodeId node = nodes_.at(named.node);
    if (named.kind == RootKind::kStaticField) {
      const std::vector<std::string> parts = absl::StrSplit(named.name, '.');
      heap_.Set(nodes_.at(parts[0] + ".class"), parts[1], node);  // the builder makes it a root
      return;
    }
    Root root{.kind = named.kind, .node = node};
    if (!named.name.empty()) {
      const auto [at, fresh] = threads_.try_emplace(named.name);
      if (fresh) {
        at->second = heap_.AddThread(named.name, named.kind == RootKind::kThread ? node : NodeId());
      }
      root.thread = at->second;
    }
    heap_.builder().AddRoot(root);
  }

  const GraphStatements& statements_;
  TestHeap heap_;
  std::map<std::string, NodeId, std::less<>> nodes_;
  std::map<NodeId, uint32_t> next_index_;
  std::map<std::string, ThreadId> threads_;
};

std::string RootText(const HeapGraph& graph, const Root& root) {
  std::string text;
  for (const auto& [word, kind] : kRootWords) {
    if (kind == root.kind) text = std::string(word);
  }
  if (root.kind == RootKind::kStaticField) {
    const FieldRef field = graph.FieldAt(root.klass, root.field);
    absl::StrAppend(&text, " ", graph.java_class(root.klass).name, ".", field.field->name);
  } else if (root.thread.valid()) {
    absl::StrAppend(&text, " ", graph.thread(root.thread).name);
  }
  return text;
}

}  // namespace

GraphLiteral::GraphLiteral(std::string_view text) {
  const GraphStatements statements = GraphStatements::Read(text);
  LiteralMaker maker(statements);
  graph_.emplace(maker.Make());
  nodes_ = maker.nodes();
}

NodeId GraphLiteral::operator[](std::string_view name) const {
  const auto at = nodes_.find(name);
  if (at == nodes_.end()) throw std::invalid_argument(absl::StrCat("no node ", name));
  return at->second;
}

std::vector<NodeId> GraphLiteral::Nodes(std::string_view names) const {
  std::vector<NodeId> nodes;
  for (std::string_view name : absl::StrSplit(names, ' ', absl::SkipEmpty())) {
    nodes.push_back((*this)[name]);
  }
  return nodes;
}

std::string GraphLiteral::Names(std::span<const NodeId> nodes) const {
  std::map<NodeId, std::string> names;
  for (const auto& [name, node] : nodes_) names[node] = name;
  return absl::StrJoin(
      nodes, " ", [&](std::string* out, NodeId node) { absl::StrAppend(out, names.at(node)); });
}

std::string GraphLiteral::Text(const std::optional<RootPath>& path) const {
  if (!path) return "none";
  std::vector<NodeId> nodes;
  for (const PathStep& step : path->steps) nodes.push_back(step.node);
  return absl::StrCat(RootText(*graph_, graph_->root(path->root)), ": ", Names(nodes));
}

}  // namespace taproot::test
