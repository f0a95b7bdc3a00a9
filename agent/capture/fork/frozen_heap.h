// Reads a heap that does not move: that of a JVM at a safepoint, or a forked child's copy of it.
//
// Nothing is checked: a wrong layout means a fault, which is why only a child does this. Immutable;
// thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

#include "capture/fork/vm_layout.h"

namespace taproot {

class FrozenHeap {
 public:
  explicit FrozenHeap(const VmLayout& layout) : layout_(layout) {}

  const VmLayout& layout() const { return layout_; }

  // Whether an object of the heap could be at the address.
  bool InHeap(Address object) const {
    return object >= layout_.heap_begin && object < layout_.heap_end &&
           object % layout_.object_alignment == 0;
  }

  // --- references ---
  // The object that a field or an array element refers to.
  Address LoadReference(Address slot) const {
    return layout_.compressed_oops ? Decode(LoadAt<uint32_t>(slot)) : LoadAt<Address>(slot);
  }
  Address Decode(uint32_t narrow) const {
    return narrow == 0 ? 0 : layout_.oop_base + (Address{narrow} << layout_.oop_shift);
  }
  // The object behind an OopHandle that lies at this address.
  Address LoadHandle(Address handle) const {
    const Address slot = LoadAt<Address>(handle + layout_.handle_slot);
    return slot == 0 ? 0 : LoadAt<Address>(slot);
  }
  // The object behind a jobject of any kind. The lowest bits say which kind it is.
  static Address LoadJobject(const void* object) {
    constexpr Address kKindBits = 7;
    const Address slot = reinterpret_cast<Address>(object) & ~kKindBits;
    return slot == 0 ? 0 : LoadAt<Address>(slot);
  }

  // --- objects ---
  Address KlassOf(Address object) const {
    switch (layout_.header) {
      case VmLayout::Header::kCompact:
        return KlassAt(LoadAt<uint64_t>(object) >> layout_.mark_klass_shift);
      case VmLayout::Header::kCompressed:
        return KlassAt(LoadAt<uint32_t>(object + layout_.klass_offset));
      case VmLayout::Header::kWide:
        break;
    }
    return LoadAt<Address>(object + layout_.klass_offset);
  }
  uint32_t ArrayLength(Address array) const {
    return LoadAt<uint32_t>(array + layout_.length_offset);
  }
  uint64_t Align(uint64_t bytes) const {
    return (bytes + layout_.object_alignment - 1) & ~uint64_t{layout_.object_alignment - 1};
  }

  // --- classes ---
  Address NameOf(Address klass) const { return LoadAt<Address>(klass + layout_.klass_name); }
  Address MirrorOf(Address klass) const { return LoadHandle(klass + layout_.klass_java_mirror); }
  // The class that a java.lang.Class stands for; 0 for primitive types.
  Address MirroredKlass(Address mirror) const {
    return LoadAt<Address>(mirror + layout_.mirror_klass);
  }
  int32_t LayoutHelper(Address klass) const {
    return LoadAt<int32_t>(klass + layout_.klass_layout_helper);
  }

  // The bytes of a Symbol: in the VM's modified UTF-8. Empty for 0.
  std::string_view Symbol(Address symbol) const {
    if (symbol == 0) return "";
    return {PointerTo<char>(symbol + layout_.symbol_body),
            LoadAt<uint16_t>(symbol + layout_.symbol_length)};
  }
  // Of a slot of a constant pool that holds a Symbol.
  std::string_view PoolSymbol(Address pool, uint32_t slot) const {
    return slot == 0 ? "" : Symbol(LoadAt<Address>(PoolSlot(pool, slot)));
  }
  Address PoolSlot(Address pool, uint32_t slot) const {
    return pool + layout_.pool_size + Address{slot} * 8;
  }

  // --- metaspace's Array<T>; `array` may be 0 ---
  static uint32_t LengthOf(Address array) {
    return array == 0 ? 0 : static_cast<uint32_t>(LoadAt<int32_t>(array));
  }
  Address PointerAt(Address array, uint32_t i) const {
    return LoadAt<Address>(array + layout_.pointer_array_data + Address{i} * 8);
  }
  uint16_t ShortAt(Address array, uint32_t i) const {
    return LoadAt<uint16_t>(array + layout_.short_array_data + Address{i} * 2);
  }
  uint8_t ByteAt(Address array, uint32_t i) const {
    return LoadAt<uint8_t>(array + layout_.byte_array_data + i);
  }

 private:
  Address KlassAt(uint64_t narrow) const {
    return layout_.klass_base + (narrow << layout_.klass_shift);
  }

  const VmLayout layout_;
};

}  // namespace taproot
