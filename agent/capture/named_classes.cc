#include "capture/named_classes.h"

#include <cstring>
#include <span>

#include "absl/strings/str_cat.h"
#include "capture/short_text.h"

namespace taproot {
namespace {

using Kind = NamedClass::Kind;

constexpr NamedClass kNamed[] = {
    {"java.lang.Thread", "name", Kind::kString},
    {"java.lang.Enum", "name", Kind::kString},
    {"javax.management.ObjectName", "_canonicalName", Kind::kString},
    {"java.lang.Integer", "value", Kind::kNumber},
    {"java.lang.Long", "value", Kind::kNumber},
    {"java.lang.Short", "value", Kind::kNumber},
    {"java.lang.Byte", "value", Kind::kNumber},
    {"java.lang.Boolean", "value", Kind::kBoolean},
    {"java.lang.Character", "value", Kind::kCharacter},
};

}  // namespace

const NamedClass* FindNamedClass(const HeapGraph& graph, ClassId id) {
  for (; id.valid(); id = graph.java_class(id).super) {
    const JavaClass& java_class = graph.java_class(id);
    if (java_class.loader_kind == LoaderKind::kCustom) continue;
    for (const NamedClass& named : kNamed) {
      if (java_class.name == named.class_name) return &named;
    }
  }
  return nullptr;
}

std::string TextOfNumber(NamedClass::Kind kind, int64_t number) {
  switch (kind) {
    case Kind::kBoolean:
      return number != 0 ? "true" : "false";
    case Kind::kCharacter: {
      const auto unit = static_cast<uint16_t>(number);
      uint8_t bytes[sizeof unit];
      std::memcpy(bytes, &unit, sizeof unit);
      return ShortTextOfUtf16(bytes);
    }
    case Kind::kNumber:
    case Kind::kString:
      break;
  }
  return absl::StrCat(number);
}

}  // namespace taproot
