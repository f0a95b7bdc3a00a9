// That no field of a record is forgotten.
#include "snapshot/records.h"

#include <concepts>

#include "support/catch.h"

namespace taproot::snapshot {
namespace {

struct Anything {
  template <typename T>
  operator T() const;  // NOLINT(google-explicit-constructor): only ever named, never called
};

// How many fields an aggregate has: as many values as it can be made of.
template <typename T, typename... Values>
consteval size_t FieldCount() {
  if constexpr (requires { T{Values{}..., Anything{}}; }) {
    return FieldCount<T, Values..., Anything>();
  } else {
    return sizeof...(Values);
  }
}

struct FieldCounter {
  size_t count = 0;
  void operator()(const auto&... fields) { count += sizeof...(fields); }
};

template <typename T>
size_t CarriedFields() {
  FieldCounter counter;
  T record;
  ForFields(counter, record);
  return counter.count;
}

TEMPLATE_TEST_CASE("A snapshot carries every field of a record", "[snapshot][records]", VmInfo,
                   CaptureInfo, JavaField, LocalVariable, JavaMethod, ThreadFrame, JavaThread, Root,
                   FrameLocal, WatchedObject, KnownValue, ContentsPreview) {
  CHECK(CarriedFields<TestType>() == FieldCount<TestType>());
}

TEST_CASE("A snapshot carries every field of a class that the builder does not derive",
          "[snapshot][records]") {
  // first_field, primitive_fields and reference_fields.
  CHECK(CarriedFields<JavaClass>() + 3 == FieldCount<JavaClass>());
}

}  // namespace
}  // namespace taproot::snapshot
