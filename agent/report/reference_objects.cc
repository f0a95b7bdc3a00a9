#include "report/reference_objects.h"

#include "report/reference_description.h"

namespace taproot {

Referent ReferentOf(const HeapGraph& graph, NodeId reference) {
  if (!graph.FieldIndex(graph.class_of(reference), "referent")) return {};
  const NodeId node = graph.FieldTarget(reference, "referent");
  return {node, !node.valid()};
}

bool IsFieldNamed(const HeapGraph& graph, NodeId from, ReferenceSlot slot,
                  std::string_view declaring_class, std::string_view field) {
  const FieldRef ref = FieldOf(graph, from, slot);
  return ref.field != nullptr && ref.field->name == field &&
         graph.java_class(ref.declaring).name == declaring_class;
}

}  // namespace taproot
