// Java names out of JVM type signatures.
#pragma once

#include <string>
#include <string_view>

#include "taproot/reference.h"

namespace taproot {

// The loader of classes whose mirrors a capture meets though they are not loaded.
inline constexpr std::string_view kNotLoaded = "(not loaded)";

struct ClassName {
  std::string name;  // "java.util.Map$Entry[]", "int"
  bool is_array = false;
  bool is_primitive = false;
  bool is_hidden = false;
};

// Hidden classes lose what differs from run to run: the address, and the number of a lambda class.
ClassName ParseSignature(std::string_view signature);

// The same of a name as the VM keeps it: "java/util/Map$Entry", "[[I", "Main$$Lambda+0x00007f1c".
ClassName ParseVmName(std::string_view name);

// "int", "boolean", ..., "void".
bool IsPrimitiveName(std::string_view name);

// How a class of this name, of the boot loader, holds its referent; kStrong unless it is one of the
// subclasses of java.lang.ref.Reference that all others extend.
Strength ReferentStrengthOf(std::string_view class_name);

}  // namespace taproot
