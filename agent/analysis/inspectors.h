// What values in an object say about whether it should still be there.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "taproot/heap_graph.h"
#include "taproot/known_value.h"
#include "taproot/object_status.h"

namespace taproot {

// The values that the inspectors look at: for whoever reads them out of a live JVM.
std::span<const InspectedField> InspectedFields();

struct Inspection {
  ObjectStatus status = ObjectStatus::kUnknown;
  std::string reason;
};

// What graph.known_values(node) say of the object, one entry an inspector that has something to
// say.
std::vector<Inspection> InspectValues(const HeapGraph& graph, NodeId node);

}  // namespace taproot
