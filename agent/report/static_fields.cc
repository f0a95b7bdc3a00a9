#include "report/static_fields.h"

#include "absl/strings/str_cat.h"

namespace taproot {

std::string FieldName(const HeapGraph& graph, StaticField field) {
  const FieldRef ref = graph.FieldAt(field.klass, field.field);
  return ref.field == nullptr ? absl::StrCat("field#", field.field) : ref.field->name;
}

std::string FullName(const HeapGraph& graph, StaticField field) {
  return absl::StrCat(graph.java_class(field.klass).name, ".", FieldName(graph, field));
}

StaticFields::StaticFields(const HeapGraph& graph) {
  for (const Root& root : graph.roots()) {
    if (root.kind != RootKind::kStaticField) continue;
    holder_of_.try_emplace(root.node, StaticField{root.klass, root.field});
  }
  for (size_t i = 0; i < graph.classes().size(); ++i) {
    const NodeId mirror = graph.classes()[i].mirror;
    if (!mirror.valid()) continue;
    graph.ForEachReference(mirror, [&](NodeId target, ReferenceSlot slot) {
      if (slot.kind() != ReferenceKind::kStaticField) return;
      holder_of_.try_emplace(target, StaticField{ClassId(i), slot.index()});
    });
  }
}

std::optional<StaticField> StaticFields::Holding(NodeId node) const {
  const auto at = holder_of_.find(node);
  return at == holder_of_.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace taproot
