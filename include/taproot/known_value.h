// Primitive values of single objects, which say what an object is up to: closed, shut down, ended.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace taproot {

// A value worth reading of the objects that a report shows.
struct InspectedField {
  // Of the object's class or one of its superclasses; "*" for any class.
  std::string_view class_name;
  // Fields from the object on, the last one of a primitive type: "closed", "ctl.value". The path
  // "threadState" of a Thread stands for the state that JVMTI tells.
  std::string_view path;
};

struct KnownValue {
  std::string name;   // the InspectedField's path
  int64_t value = 0;  // a boolean is 0 or 1

  friend bool operator==(const KnownValue&, const KnownValue&) = default;
};

}  // namespace taproot
