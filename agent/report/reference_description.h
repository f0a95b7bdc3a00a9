// One reference of a path in words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "taproot/heap_graph.h"

namespace taproot {

struct ReferenceDescription {
  ReferenceKind kind = ReferenceKind::kOther;
  ClassId owner;       // of a field: the declaring class; none if unknown and for other kinds
  std::string name;    // of a field; of a frame's local the variable in scope, if known
  uint32_t index = 0;  // of an element, a constant or a stack word; slot of a frame's local
  Strength strength = Strength::kStrong;
  const FrameLocal* local = nullptr;  // of a frame's local, where it is known
  std::string key;  // of a map entry's value: its key, in quotes if it is a text; empty if unknown
  // "ArrayList.elementData", "[17]", "[x]" for elements at several places, "(class loader)".
  std::string text;

  bool is_field() const;
  // ` of key "x"`; empty where no key is known.
  std::string OfKey() const;
};

// The field that a reference in `slot` of `from` is; no declaring class for other kinds.
FieldRef FieldOf(const HeapGraph& graph, NodeId from, ReferenceSlot slot);

ReferenceDescription DescribeReference(const HeapGraph& graph, NodeId from, ReferenceSlot slot);

// The same for a reference followed again and again: elements at any place.
ReferenceDescription DescribeFoldedReference(const HeapGraph& graph, NodeId from,
                                             ReferenceSlot slot);

// "field", "element", "class-loader", ...: the words of the JSON document.
std::string_view ReferenceKindWord(ReferenceKind kind);
// "strong", "soft", "final", "weak", "phantom".
std::string_view StrengthWord(Strength strength);

}  // namespace taproot
