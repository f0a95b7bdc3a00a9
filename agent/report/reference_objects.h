// Entries of maps that hold their key weakly, and other subclasses of java.lang.ref.Reference.
#pragma once

#include <string_view>

#include "taproot/heap_graph.h"

namespace taproot {

struct Referent {
  NodeId node;           // none if cleared or unknown
  bool cleared = false;  // known to be null
};

// What the Reference object refers to weakly, softly, or however.
Referent ReferentOf(const HeapGraph& graph, NodeId reference);

// Whether this reference is the named field, declared by the class of this full name.
bool IsFieldNamed(const HeapGraph& graph, NodeId from, ReferenceSlot slot,
                  std::string_view declaring_class, std::string_view field);

}  // namespace taproot
