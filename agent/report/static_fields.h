// Which static field refers to an object.
#pragma once

#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "taproot/heap_graph.h"

namespace taproot {

struct StaticField {
  ClassId klass;       // the declaring class
  uint32_t field = 0;  // position in the layout of `klass`
};

// The name of the field alone, and with its class in full: "com.acme.Main.KEEP".
std::string FieldName(const HeapGraph& graph, StaticField field);
std::string FullName(const HeapGraph& graph, StaticField field);

// An index of the static fields of all classes, unloadable ones included. Where several fields
// refer to one object, a field of a built-in class is named.
class StaticFields {
 public:
  explicit StaticFields(const HeapGraph& graph);

  std::optional<StaticField> Holding(NodeId node) const;

 private:
  absl::flat_hash_map<NodeId, StaticField> holder_of_;
};

}  // namespace taproot
