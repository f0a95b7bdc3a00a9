#include "report/dominator_words.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "report/holder_words.h"
#include "report/words.h"

namespace taproot {
namespace {

std::string LoaderSuffix(const HeapGraph& graph, ClassId klass) {
  const JavaClass& java_class = graph.java_class(klass);
  return java_class.is_builtin() ? "" : absl::StrCat("   (loader: ", java_class.loader_name, ")");
}

std::string ThreadSuffix(const HeapGraph& graph, NodeId node) {
  const auto at = std::ranges::find(graph.threads(), node, &JavaThread::node);
  return at == graph.threads().end() ? "" : absl::StrCat(" ", Quoted(at->name));
}

}  // namespace

std::string DominatorText(const HeapGraph& graph, const DominatorRow& row) {
  using Kind = DominatorRow::Kind;
  switch (row.kind) {
    case Kind::kHolder:
      return HolderText(graph, *row.holder);
    case Kind::kObject:
      return absl::StrCat(NodeName(graph, row.node), ThreadSuffix(graph, row.node),
                          LoaderSuffix(graph, row.klass));
    case Kind::kObjects:
    case Kind::kClass:
      return absl::StrCat(graph.java_class(row.klass).name, " × ", Grouped(row.count),
                          LoaderSuffix(graph, row.klass));
    case Kind::kPackage:
      return row.name.empty() ? "(no package)" : row.name;
    case Kind::kLoader:
      return row.node.valid() ? absl::StrCat(row.name, " (object ", row.node.value, ")") : row.name;
    case Kind::kRest:
      break;
  }
  return absl::StrCat("… ", Grouped(row.count), " more");
}

std::string_view DominatorKindWord(const DominatorRow& row) {
  using Kind = DominatorRow::Kind;
  switch (row.kind) {
    case Kind::kHolder:
      return HolderWord(row.holder->kind);
    case Kind::kObject:
      return "object";
    case Kind::kObjects:
      return "objects";
    case Kind::kClass:
      return "instances";
    case Kind::kPackage:
      return "package";
    case Kind::kLoader:
      return "loader";
    case Kind::kRest:
      break;
  }
  return "rest";
}

std::string_view GroupingWord(DominatorGrouping by) {
  switch (by) {
    case DominatorGrouping::kObject:
      return "object";
    case DominatorGrouping::kClass:
      return "class";
    case DominatorGrouping::kPackage:
      return "package";
    case DominatorGrouping::kLoader:
      return "loader";
    case DominatorGrouping::kThread:
      return "thread";
    case DominatorGrouping::kStaticField:
      break;
  }
  return "static";
}

}  // namespace taproot
