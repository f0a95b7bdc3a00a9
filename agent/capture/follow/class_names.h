// Java names out of JVM type signatures.
#pragma once

#include <string>
#include <string_view>

namespace taproot {

struct ClassName {
  std::string name;  // "java.util.Map$Entry[]", "int"
  bool is_array = false;
  bool is_primitive = false;
  bool is_hidden = false;
};

// Hidden classes lose what differs from run to run: the address, and the number of a lambda class.
ClassName ParseSignature(std::string_view signature);

// "int", "boolean", ..., "void".
bool IsPrimitiveName(std::string_view name);

}  // namespace taproot
