// What the VM keeps of a method beside its code: names, lines, local variables (constMethod.hpp).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "capture/fork/frozen_heap.h"
#include "taproot/root.h"

namespace taproot {

class ConstMethod {
 public:
  // `method`: the address of a Method.
  ConstMethod(const FrozenHeap* heap, Address method)
      : heap_(*heap),
        layout_(heap->layout()),
        at_(LoadAt<Address>(method + layout_.method_const_method)),
        pool_(LoadAt<Address>(at_ + layout_.const_method_constants)) {}

  // In the VM's modified UTF-8.
  std::string_view name() const { return PoolSymbolAt(layout_.const_method_name); }
  std::string_view signature() const { return PoolSymbolAt(layout_.const_method_signature); }
  // The InstanceKlass that declares the method.
  Address holder() const { return LoadAt<Address>(pool_ + layout_.pool_holder); }
  // Of the class; empty if unknown.
  std::string_view source_file() const {
    return heap_.PoolSymbol(pool_, LoadAt<uint16_t>(pool_ + layout_.pool_source_file_name));
  }
  // A native method has no byte codes.
  bool is_native() const { return code_size() == 0; }
  // Of a byte code at this address; -1 if it is none of the method.
  int32_t BciOf(Address byte_code) const {
    const Address begin = at_ + layout_.const_method_size;
    return byte_code < begin || byte_code >= code_end() ? -1
                                                        : static_cast<int32_t>(byte_code - begin);
  }
  // Words that the caller passes, the receiver among them.
  uint32_t parameter_words() const { return ShortAt(layout_.const_method_parameters_size); }
  uint32_t max_locals() const { return ShortAt(layout_.const_method_max_locals); }

  // The source line; -1 if unknown.
  int32_t LineOf(int64_t bci) const;
  // The rows of the local variable table. Empty if the class file has none.
  std::vector<LocalVariable> Locals() const;

 private:
  uint16_t ShortAt(uint32_t offset) const { return LoadAt<uint16_t>(at_ + offset); }
  std::string_view PoolSymbolAt(uint32_t offset) const {
    return heap_.PoolSymbol(pool_, ShortAt(offset));
  }
  uint32_t code_size() const { return ShortAt(layout_.const_method_code_size); }
  Address code_end() const { return at_ + layout_.const_method_size + code_size(); }
  bool Has(int64_t flag) const;
  Address LocalVariableCount() const;

  const FrozenHeap& heap_;
  const VmLayout& layout_;
  Address at_;
  Address pool_;
};

}  // namespace taproot
