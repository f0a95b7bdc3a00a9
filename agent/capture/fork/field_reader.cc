#include "capture/fork/field_reader.h"

#include "capture/fork/unsigned5.h"

namespace taproot {
namespace {

constexpr uint32_t kStatic = 0x0008;  // ACC_STATIC

// Injected fields have names of the VM's own table in place of the constant pool's.
std::string_view NameAt(const FrozenHeap& heap, Address pool, uint32_t index, bool is_injected) {
  if (!is_injected) return heap.PoolSymbol(pool, index);
  return heap.Symbol(LoadAt<Address>(heap.layout().vm_symbols + Address{index} * 8));
}

// JDK 17: six shorts a field (fieldInfo.hpp), and behind them one for each generic signature.
std::vector<VmField> ReadShorts(const FrozenHeap& heap, Address klass, Address pool) {
  enum : uint32_t { kAccess, kName, kSignature, kInitialValue, kLow, kHigh, kShorts };
  constexpr uint32_t kHasGenericSignature = 0x0800;
  constexpr uint32_t kTagBits = 2;
  const Address array = LoadAt<Address>(klass + heap.layout().instance_fields);
  const auto declared = LoadAt<uint16_t>(klass + heap.layout().instance_java_field_count);
  std::vector<VmField> fields;
  uint32_t end = FrozenHeap::LengthOf(array);
  for (uint32_t i = 0; (i + 1) * kShorts <= end; ++i) {
    auto part = [&](uint32_t which) { return uint32_t{heap.ShortAt(array, i * kShorts + which)}; };
    if ((part(kAccess) & kHasGenericSignature) != 0) --end;
    const bool is_injected = i >= declared;
    fields.push_back({.name = NameAt(heap, pool, part(kName), is_injected),
                      .signature = NameAt(heap, pool, part(kSignature), is_injected),
                      .offset = (part(kHigh) << 16 | part(kLow)) >> kTagBits,
                      .is_static = (part(kAccess) & kStatic) != 0,
                      .is_injected = is_injected});
  }
  return fields;
}

// Since JDK 21: a stream of numbers (fieldInfo.hpp).
std::vector<VmField> ReadStream(const FrozenHeap& heap, Address klass, Address pool) {
  enum : uint32_t { kInitialized = 1, kInjected = 2, kGeneric = 4, kContended = 16 };
  const Address array = LoadAt<Address>(klass + heap.layout().instance_fields);
  std::vector<VmField> fields;
  if (array == 0) return fields;
  Unsigned5Reader stream(array + heap.layout().byte_array_data, true);
  const uint32_t declared = stream.Next();
  const uint32_t count = declared + stream.Next();
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t name = stream.Next();
    const uint32_t signature = stream.Next();
    const uint32_t offset = stream.Next();
    const uint32_t access = stream.Next();
    const uint32_t flags = stream.Next();
    for (uint32_t extra : {kInitialized, kGeneric, kContended}) {
      if ((flags & extra) != 0) stream.Next();
    }
    const bool is_injected = (flags & kInjected) != 0;
    fields.push_back({.name = NameAt(heap, pool, name, is_injected),
                      .signature = NameAt(heap, pool, signature, is_injected),
                      .offset = offset,
                      .is_static = (access & kStatic) != 0,
                      .is_injected = is_injected});
  }
  return fields;
}

}  // namespace

std::vector<VmField> ReadFields(const FrozenHeap& heap, Address klass) {
  const Address pool = LoadAt<Address>(klass + heap.layout().instance_constants);
  if (pool == 0) return {};
  return heap.layout().fields_are_a_stream ? ReadStream(heap, klass, pool)
                                           : ReadShorts(heap, klass, pool);
}

}  // namespace taproot
