#include "capture/follow/class_names.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capture/modified_utf8.h"

namespace taproot {
namespace {

constexpr std::string_view kLambda = "$$Lambda";

constexpr std::pair<char, std::string_view> kPrimitives[] = {
    {'Z', "boolean"}, {'B', "byte"},  {'C', "char"},   {'S', "short"}, {'I', "int"},
    {'J', "long"},    {'F', "float"}, {'D', "double"}, {'V', "void"}};

constexpr std::pair<std::string_view, Strength> kReferentStrengths[] = {
    {"java.lang.ref.SoftReference", Strength::kSoft},
    {"java.lang.ref.WeakReference", Strength::kWeak},
    {"java.lang.ref.FinalReference", Strength::kFinal},
    {"java.lang.ref.PhantomReference", Strength::kPhantom},
};

std::string_view PrimitiveName(char code) {
  const auto* at = std::ranges::find(kPrimitives, code, &std::pair<char, std::string_view>::first);
  return at == std::end(kPrimitives) ? "void" : at->second;
}

}  // namespace

ClassName ParseSignature(std::string_view signature) {
  ClassName result;
  size_t dimensions = 0;
  while (dimensions < signature.size() && signature[dimensions] == '[') ++dimensions;
  signature.remove_prefix(dimensions);
  if (!signature.starts_with('L')) {
    result.name = PrimitiveName(signature.empty() ? 'V' : signature[0]);
    result.is_primitive = dimensions == 0;
  } else {
    signature.remove_prefix(1);
    if (signature.ends_with(';')) signature.remove_suffix(1);
    // "Main$$Lambda$14.0x0000000800c03000" before JDK 21, "Main$$Lambda.0x..." since.
    if (const size_t suffix = signature.find('.'); suffix != std::string_view::npos) {
      result.is_hidden = true;
      signature = signature.substr(0, suffix);
      if (const size_t at = signature.rfind(kLambda); at != std::string_view::npos) {
        signature = signature.substr(0, at + kLambda.size());
      }
    }
    result.name = FromModifiedUtf8(signature);
    std::ranges::replace(result.name, '/', '.');
  }
  result.is_array = dimensions > 0;
  for (size_t i = 0; i < dimensions; ++i) result.name += "[]";
  return result;
}

ClassName ParseVmName(std::string_view name) {
  std::string signature = name.starts_with('[') ? std::string(name) : absl::StrCat("L", name, ";");
  // JVMTI writes a dot before the address of a hidden class.
  const size_t address = signature.rfind("+0x");
  if (address != std::string::npos) signature[address] = '.';
  return ParseSignature(signature);
}

bool IsPrimitiveName(std::string_view name) {
  return std::ranges::any_of(kPrimitives, [&](const auto& p) { return p.second == name; });
}

Strength ReferentStrengthOf(std::string_view class_name) {
  for (const auto& [name, strength] : kReferentStrengths) {
    if (name == class_name) return strength;
  }
  return Strength::kStrong;
}

}  // namespace taproot
