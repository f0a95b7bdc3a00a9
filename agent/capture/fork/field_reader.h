// The fields that a class declares, out of the VM's metadata.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "capture/fork/frozen_heap.h"

namespace taproot {

struct VmField {
  std::string_view name;       // modified UTF-8, in the VM's memory
  std::string_view signature;  // likewise
  uint32_t offset = 0;         // bytes, in the instance or, of a static field, in the mirror
  bool is_static = false;
  bool is_injected = false;  // made by the VM; Java does not know of it

  bool is_reference() const {
    return !signature.empty() && (signature[0] == 'L' || signature[0] == '[');
  }
};

// In the order of the class file, the injected ones last. `klass` is an InstanceKlass.
std::vector<VmField> ReadFields(const FrozenHeap& heap, Address klass);

}  // namespace taproot
