// Classes whose objects have a text, and where it is kept.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "taproot/heap_graph.h"

namespace taproot {

// The String field or the number that is the text.
struct NamedClass {
  enum class Kind : uint8_t { kString, kNumber, kBoolean, kCharacter };

  std::string_view class_name;
  std::string_view field;
  Kind kind;
};

// Of the class or the nearest of its superclasses; null if its objects have no text. The text of a
// java.lang.String is itself.
const NamedClass* FindNamedClass(const HeapGraph& graph, ClassId id);

// The text of an object of a class that is named by a number.
std::string TextOfNumber(NamedClass::Kind kind, int64_t number);

}  // namespace taproot
