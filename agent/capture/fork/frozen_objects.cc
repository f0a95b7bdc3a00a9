#include "capture/fork/frozen_objects.h"

#include "capture/short_text.h"

namespace taproot {
namespace {

std::optional<int64_t> NumberAt(Address at, std::string_view signature) {
  if (signature.size() != 1) return std::nullopt;
  switch (signature[0]) {
    case 'Z':
      return LoadAt<uint8_t>(at) != 0;
    case 'B':
      return LoadAt<int8_t>(at);
    case 'C':
      return LoadAt<uint16_t>(at);
    case 'S':
      return LoadAt<int16_t>(at);
    case 'I':
      return LoadAt<int32_t>(at);
    case 'J':
      return LoadAt<int64_t>(at);
    default:
      return std::nullopt;
  }
}

}  // namespace

ClassId FindBootClass(const ClassTable& classes, std::string_view name) {
  for (size_t i = 0; i < classes.size(); ++i) {
    const JavaClass& java_class = classes.java_class(ClassId(i));
    if (java_class.loader_kind == LoaderKind::kBoot && java_class.name == name) return ClassId(i);
  }
  return {};
}

FrozenObjects::Found FrozenObjects::FindField(ClassId id, std::string_view name,
                                              bool is_static) const {
  for (; id.valid(); id = java_class(id).super) {
    const JavaClass& declaring = java_class(id);
    for (size_t i = 0; i < declaring.fields.size(); ++i) {
      const JavaField& field = declaring.fields[i];
      if (field.is_static != is_static || field.name != name) continue;
      const auto offset = classes_.OffsetOf(id, declaring.first_field + static_cast<uint32_t>(i));
      return offset ? Found{&field, *offset} : Found{};
    }
    if (is_static) break;
  }
  return {};
}

bool FrozenObjects::IsA(Address object, std::string_view boot_class) const {
  if (object == 0) return false;
  const ClassId id = ClassOf(object);
  return id.valid() && java_class(id).loader_kind == LoaderKind::kBoot &&
         java_class(id).name == boot_class;
}

Address FrozenObjects::Reference(Address object, std::string_view field) const {
  if (object == 0) return 0;
  const Found found = FindField(ClassOf(object), field, false);
  if (found.field == nullptr || !found.field->is_reference()) return 0;
  return heap_.LoadReference(object + found.offset);
}

std::optional<int64_t> FrozenObjects::Number(Address object, std::string_view field) const {
  if (object == 0) return std::nullopt;
  const Found found = FindField(ClassOf(object), field, false);
  if (found.field == nullptr) return std::nullopt;
  return NumberAt(object + found.offset, found.field->signature);
}

std::optional<int64_t> FrozenObjects::StaticNumber(ClassId id, std::string_view field) const {
  const Found found = FindField(id, field, true);
  const Address mirror = id.valid() ? classes_.mirror(id) : 0;
  if (found.field == nullptr || mirror == 0) return std::nullopt;
  return NumberAt(mirror + found.offset, found.field->signature);
}

std::string FrozenObjects::Text(Address object, std::string_view field) const {
  if (object == 0) return "";
  const Found found = FindField(ClassOf(object), field, false);
  if (found.field == nullptr || found.field->signature != "Ljava/lang/String;") return "";
  return TextOfString(heap_.LoadReference(object + found.offset));
}

std::string FrozenObjects::TextOfString(Address string) const {
  constexpr int64_t kUtf16 = 1;
  const Address value = Reference(string, "value");
  if (value == 0) return "";
  const ClassId array = ClassOf(value);
  if (!array.valid()) return "";
  const auto* bytes = reinterpret_cast<const uint8_t*>(value + classes_.plan(array).size);
  const uint32_t length = heap_.ArrayLength(value);
  return Number(string, "coder") == kUtf16 ? ShortTextOfUtf16({bytes, length})
                                           : ShortTextOfLatin1({bytes, length});
}

}  // namespace taproot
