#include "capture/inspected_fields.h"

namespace taproot {

const std::vector<const InspectedField*>& FieldsByClass::Of(ClassId id) {
  const auto [at, is_new] = of_.try_emplace(id);
  if (!is_new) return at->second;
  for (const InspectedField& field : fields_) {
    bool fits = field.class_name == "*";
    for (ClassId super = id; !fits && super.valid(); super = graph_.java_class(super).super) {
      fits = graph_.java_class(super).name == field.class_name;
    }
    const std::string_view first = field.path.substr(0, field.path.find('.'));
    if (fits && (first == kThreadState || graph_.FieldIndex(id, first))) {
      at->second.push_back(&field);
    }
  }
  return at->second;
}

bool IsEntryClass(const HeapGraph& graph, ClassId id) {
  return graph.FieldIndex(id, "key") &&
         (graph.FieldIndex(id, "value") || graph.FieldIndex(id, "val"));
}

}  // namespace taproot
