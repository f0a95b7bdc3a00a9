#include "analysis/root_order.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace taproot {
namespace {

struct Names {
  std::string_view class_name, loader, field;
  std::string_view method_class, method, signature;
  std::string_view thread;
  int64_t tid = 0;

  friend auto operator<=>(const Names&, const Names&) = default;
};

Names NamesOf(const HeapGraph& graph, const Root& root) {
  Names names;
  if (root.klass.valid()) {
    const JavaClass& java_class = graph.java_class(root.klass);
    names.class_name = java_class.name;
    names.loader = java_class.loader_name;
    if (root.kind == RootKind::kStaticField) {
      if (const JavaField* field = graph.FieldAt(root.klass, root.field).field) {
        names.field = field->name;
      }
    }
  }
  if (root.method.valid()) {
    const JavaMethod& method = graph.method(root.method);
    names.method_class = method.class_name;
    names.method = method.name;
    names.signature = method.signature;
  }
  if (root.thread.valid()) {
    const JavaThread& thread = graph.thread(root.thread);
    names.thread = thread.name;
    names.tid = thread.tid;
  }
  return names;
}

bool Before(const HeapGraph& graph, const Root& a, const Root& b) {
  if (a.kind != b.kind) {
    return std::tuple(RankOf(a.kind), a.kind) < std::tuple(RankOf(b.kind), b.kind);
  }
  const auto by_name = NamesOf(graph, a) <=> NamesOf(graph, b);
  if (by_name != 0) return by_name < 0;
  return std::tie(a.field, a.depth, a.slot, a.bci) < std::tie(b.field, b.depth, b.slot, b.bci);
}

}  // namespace

std::vector<RootId> RootsInOrder(const HeapGraph& graph) {
  std::vector<RootId> order;
  order.reserve(graph.roots().size());
  for (size_t i = 0; i < graph.roots().size(); ++i) order.emplace_back(i);
  std::ranges::stable_sort(
      order, [&](RootId a, RootId b) { return Before(graph, graph.root(a), graph.root(b)); });
  return order;
}

}  // namespace taproot
