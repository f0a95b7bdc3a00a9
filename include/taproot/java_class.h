// A Java class as a HeapGraph knows it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "taproot/ids.h"
#include "taproot/reference.h"

namespace taproot {

enum class LoaderKind : uint8_t { kBoot, kPlatform, kApp, kCustom };

struct JavaField {
  std::string name;
  std::string signature;  // JVM type signature: "I", "Ljava/lang/String;", "[B"
  bool is_static = false;

  bool is_reference() const {
    return !signature.empty() && (signature[0] == 'L' || signature[0] == '[');
  }

  friend bool operator==(const JavaField&, const JavaField&) = default;
};

struct JavaClass {
  // Java name: "java.util.HashMap$Node", "byte[]", "com.acme.Session[][]". A hidden class carries
  // no address: "com.acme.Main$$Lambda", and the same name may stand for several classes.
  std::string name;
  std::string source_file;  // "HashMap.java"; empty if unknown
  ClassId super;            // none for java.lang.Object, interfaces and classes never resolved
  ClassId host;             // hidden classes: the class whose code made it, where it is known
  NodeId mirror;            // the java.lang.Class object; none if the walk did not meet it
  NodeId loader;            // the ClassLoader object; none for the boot loader or if not met
  LoaderKind loader_kind = LoaderKind::kBoot;
  std::string loader_name;  // "boot", "platform", "app", else the loader's class name
  bool is_array = false;
  bool is_interface = false;
  bool is_hidden = false;

  // For a subclass of java.lang.ref.Reference how its referent is held, else kStrong.
  Strength referent_strength = Strength::kStrong;

  // Fields declared by this class itself, static and instance alike, in declaration order.
  std::vector<JavaField> fields;
  // Position of fields[0] in the layout of this class: the number of fields of its superclasses,
  // java.lang.Object first. Static fields have a place in the layout as well.
  uint32_t first_field = 0;
  // Instance fields, those of the superclasses included.
  uint32_t primitive_fields = 0;
  uint32_t reference_fields = 0;

  // A class of the boot, platform or app loader is never unloaded: its mirror is a root. Hidden
  // classes are not held by their loader and may be unloaded alone.
  bool is_builtin() const { return loader_kind != LoaderKind::kCustom && !is_hidden; }

  friend bool operator==(const JavaClass&, const JavaClass&) = default;
};

}  // namespace taproot
