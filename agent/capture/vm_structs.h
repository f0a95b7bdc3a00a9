// The tables that libjvm.so exports for the serviceability agent: names, offsets, addresses and
// sizes of HotSpot's own fields (gHotSpotVMStructs and its sisters). Reading them calls nothing in
// the JVM. Immutable once read; thread-safe.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"

namespace taproot {

// An address in the JVM's memory, or 0. In a forked child it is an address of the child's own.
using Address = uint64_t;

template <typename T>
const T* PointerTo(Address at) {
  return reinterpret_cast<const T*>(at);  // NOLINT(performance-no-int-to-ptr): that is what it is
}

template <typename T>
T LoadAt(Address at) {
  T value;
  std::memcpy(&value, PointerTo<void>(at), sizeof value);
  return value;
}

class VmStructs {
 public:
  // Those of this process; read at the first call.
  static const VmStructs& OfThisProcess();

  // Whether this process runs a HotSpot that exports the tables.
  bool present() const { return !fields_.empty(); }

  // Of an instance field, in bytes.
  std::optional<uint64_t> Offset(std::string_view type, std::string_view field) const;
  // Of a static field.
  std::optional<taproot::Address> AddressOf(std::string_view type, std::string_view field) const;
  std::optional<uint64_t> SizeOf(std::string_view type) const;
  // An int or a long constant.
  std::optional<int64_t> Constant(std::string_view name) const;

 private:
  VmStructs();
  void ReadFields();
  void ReadTypes();
  template <typename Value>
  void ReadConstants(const char* kind);

  struct Field {
    bool is_static;
    uint64_t value;  // address or offset
  };

  absl::flat_hash_map<std::string, Field> fields_;  // by "type.field"
  absl::flat_hash_map<std::string, uint64_t> sizes_;
  absl::flat_hash_map<std::string, int64_t> constants_;
};

}  // namespace taproot
