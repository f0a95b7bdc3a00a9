// Which values a report wants to know of the objects of which class.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "taproot/heap_graph.h"
#include "taproot/known_value.h"

namespace taproot {

// The InspectedField::path that stands for the state of a thread.
inline constexpr std::string_view kThreadState = "threadState";

class FieldsByClass {
 public:
  FieldsByClass(std::span<const InspectedField> fields, const HeapGraph* graph)
      : fields_(fields), graph_(*graph) {}

  // Of objects of the class: those that it has.
  const std::vector<const InspectedField*>& Of(ClassId id);

 private:
  std::span<const InspectedField> fields_;
  const HeapGraph& graph_;
  absl::flat_hash_map<ClassId, std::vector<const InspectedField*>> of_;
};

// An object with a key and a value, whatever its class: the key says which entry it is.
bool IsEntryClass(const HeapGraph& graph, ClassId id);

}  // namespace taproot
