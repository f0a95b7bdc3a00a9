#include "capture/fork/compiled_code.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>

#include "capture/fork/unsigned5.h"

namespace taproot {

// Offsets within HotSpot's own structures, and where its static variables lie.
struct CodeLayout {
  uint64_t code_heaps = 0;        // CodeCache::_heaps: GrowableArray<CodeHeap*>*
  uint64_t interpreter_code = 0;  // AbstractInterpreter::_code: StubQueue*
  uint64_t queue_buffer = 0;
  uint64_t queue_limit = 0;
  uint64_t array_length = 0;
  uint64_t array_data = 0;
  uint64_t heap_memory = 0;  // of CodeHeap: the VirtualSpace of the code
  uint64_t heap_segments = 0;
  uint64_t heap_segment_log2 = 0;
  uint64_t space_low = 0;
  uint64_t space_high = 0;
  uint64_t block_bytes = 0;
  uint64_t block_used = 0;
  uint64_t blob_name = 0;
  uint64_t blob_frame_size = 0;
  uint64_t pc_desc_bytes = 0;
  uint64_t pc_desc_offset = 0;
  uint64_t pc_desc_scope = 0;
  uint64_t original_pc = 0;
  uint64_t scope_pcs = 0;
  // Up to JDK 22 all lies within the blob; since then part of it in memory of its own.
  bool is_split = false;
  // Of each first what it is up to 22, then what it is since.
  uint64_t method = 0;
  uint64_t code_begin = 0;      // an address; an offset
  uint64_t scope_data = 0;      // an address; an offset in the immutable data
  uint64_t deoptimizer = 0;     // an address; an offset
  uint64_t deoptimizer_mh = 0;  // likewise, at a call of a method handle
  uint64_t oops = 0;            // an offset
  // Up to 22.
  uint64_t scope_pcs_end = 0;
  uint64_t metadata = 0;
  // Since.
  uint64_t immutable_data = 0;  // addresses
  uint64_t mutable_data = 0;
  uint64_t relocation_size = 0;  // of the mutable data; the metadata follow
};

struct CompiledCode::Tables {
  Address code = 0;
  Address pcs = 0;
  Address pcs_end = 0;
  Address scopes = 0;
  Address metadata = 0;
  Address oops = 0;
};

namespace {

#if defined(__x86_64__)
constexpr bool kKnownProcessor = true;
#else
constexpr bool kKnownProcessor = false;
#endif

int32_t Signed(Address at) { return LoadAt<int32_t>(at); }

struct Row {
  uint64_t CodeLayout::*to;
  std::string_view type;
  std::string_view field;  // none: the size of the type
};

constexpr Row kStatics[] = {{&CodeLayout::code_heaps, "CodeCache", "_heaps"},
                            {&CodeLayout::interpreter_code, "AbstractInterpreter", "_code"}};
constexpr Row kAlways[] = {
    {&CodeLayout::queue_buffer, "StubQueue", "_stub_buffer"},
    {&CodeLayout::queue_limit, "StubQueue", "_buffer_limit"},
    {&CodeLayout::array_length, "GrowableArrayBase", "_len"},
    {&CodeLayout::array_data, "GrowableArray<int>", "_data"},
    {&CodeLayout::heap_memory, "CodeHeap", "_memory"},
    {&CodeLayout::heap_segments, "CodeHeap", "_segmap"},
    {&CodeLayout::heap_segment_log2, "CodeHeap", "_log2_segment_size"},
    {&CodeLayout::space_low, "VirtualSpace", "_low"},
    {&CodeLayout::space_high, "VirtualSpace", "_high"},
    {&CodeLayout::block_bytes, "HeapBlock", ""},
    {&CodeLayout::block_used, "HeapBlock::Header", "_used"},
    {&CodeLayout::blob_name, "CodeBlob", "_name"},
    {&CodeLayout::blob_frame_size, "CodeBlob", "_frame_size"},
    {&CodeLayout::pc_desc_bytes, "PcDesc", ""},
    {&CodeLayout::pc_desc_offset, "PcDesc", "_pc_offset"},
    {&CodeLayout::pc_desc_scope, "PcDesc", "_scope_decode_offset"},
    {&CodeLayout::original_pc, "nmethod", "_orig_pc_offset"},
    {&CodeLayout::scope_pcs, "nmethod", "_scopes_pcs_offset"},
};
constexpr Row kWhole[] = {
    {&CodeLayout::method, "CompiledMethod", "_method"},
    {&CodeLayout::code_begin, "CodeBlob", "_code_begin"},
    {&CodeLayout::scope_data, "CompiledMethod", "_scopes_data_begin"},
    {&CodeLayout::deoptimizer, "CompiledMethod", "_deopt_handler_begin"},
    {&CodeLayout::deoptimizer_mh, "CompiledMethod", "_deopt_mh_handler_begin"},
    {&CodeLayout::oops, "nmethod", "_oops_offset"},
    {&CodeLayout::scope_pcs_end, "nmethod", "_dependencies_offset"},
    {&CodeLayout::metadata, "nmethod", "_metadata_offset"},
};
constexpr Row kSplit[] = {
    {&CodeLayout::method, "nmethod", "_method"},
    {&CodeLayout::code_begin, "CodeBlob", "_code_offset"},
    {&CodeLayout::scope_data, "nmethod", "_scopes_data_offset"},
    {&CodeLayout::deoptimizer, "nmethod", "_deopt_handler_offset"},
    {&CodeLayout::deoptimizer_mh, "nmethod", "_deopt_mh_handler_offset"},
    {&CodeLayout::oops, "CodeBlob", "_data_offset"},
    {&CodeLayout::immutable_data, "nmethod", "_immutable_data"},
    {&CodeLayout::mutable_data, "CodeBlob", "_mutable_data"},
    {&CodeLayout::relocation_size, "CodeBlob", "_relocation_size"},
};

// None if something is missing.
std::optional<CodeLayout> ReadLayout(const VmStructs& vm) {
  CodeLayout layout;
  layout.is_split = vm.Offset("nmethod", "_immutable_data").has_value();
  bool complete = true;
  auto take = [&](const Row& row, std::optional<uint64_t> value) {
    complete = complete && value.has_value();
    layout.*row.to = value.value_or(0);
  };
  auto take_offset = [&](const Row& row) {
    take(row, row.field.empty() ? vm.SizeOf(row.type) : vm.Offset(row.type, row.field));
  };
  for (const Row& row : kStatics) take(row, vm.AddressOf(row.type, row.field));
  for (const Row& row : kAlways) take_offset(row);
  for (const Row& row : layout.is_split ? std::span<const Row>(kSplit) : kWhole) take_offset(row);
  return complete ? std::optional(layout) : std::nullopt;
}

}  // namespace

std::unique_ptr<CompiledCode> CompiledCode::Open(const VmStructs& vm) {
  const std::optional<CodeLayout> layout = kKnownProcessor ? ReadLayout(vm) : std::nullopt;
  if (!layout) return nullptr;
  return std::unique_ptr<CompiledCode>(new CompiledCode(*layout));
}

CompiledCode::CompiledCode(const CodeLayout& layout)
    : layout_(std::make_shared<const CodeLayout>(layout)) {
  FindInterpreter();
}

void CompiledCode::FindInterpreter() {
  const Address queue = LoadAt<Address>(layout_->interpreter_code);
  if (queue == 0) return;
  interpreter_ = LoadAt<Address>(queue + layout_->queue_buffer);
  interpreter_end_ = interpreter_ + LoadAt<uint32_t>(queue + layout_->queue_limit);
}

// A heap of code is cut into segments; a byte for each says how far back its block begins, at most,
// or that it is free.
Address CompiledCode::FindBlob(Address pc) const {
  constexpr uint8_t kFree = 0xff;
  const CodeLayout& l = *layout_;
  const Address heaps = LoadAt<Address>(l.code_heaps);
  const Address list = LoadAt<Address>(heaps + l.array_data);
  for (int32_t i = 0; i < Signed(heaps + l.array_length); ++i) {
    const Address heap = LoadAt<Address>(list + static_cast<Address>(i) * 8);
    const Address low = LoadAt<Address>(heap + l.heap_memory + l.space_low);
    if (pc < low || pc >= LoadAt<Address>(heap + l.heap_memory + l.space_high)) continue;
    const auto log2 = LoadAt<uint32_t>(heap + l.heap_segment_log2);
    const Address segments = LoadAt<Address>(heap + l.heap_segments + l.space_low);
    Address segment = (pc - low) >> log2;
    if (LoadAt<uint8_t>(segments + segment) == kFree) return 0;
    while (const auto back = LoadAt<uint8_t>(segments + segment)) segment -= back;
    const Address block = low + (segment << log2);
    return LoadAt<uint8_t>(block + l.block_used) != 0 ? block + l.block_bytes : 0;
  }
  return 0;
}

uint32_t CompiledCode::FrameWords(Address blob) const {
  return static_cast<uint32_t>(std::max(Signed(blob + layout_->blob_frame_size), 0));
}

bool CompiledCode::IsMethod(Address blob) const {
  const char* name = LoadAt<const char*>(blob + layout_->blob_name);
  return std::strcmp(name, "nmethod") == 0 || std::strcmp(name, "native nmethod") == 0;
}

CompiledCode::Tables CompiledCode::TablesOf(Address blob) const {
  const CodeLayout& l = *layout_;
  auto offset_at = [&](uint64_t field) {
    return static_cast<Address>(static_cast<int64_t>(Signed(blob + field)));
  };
  Tables tables;
  tables.oops = blob + offset_at(l.oops);
  if (!l.is_split) {
    tables.code = LoadAt<Address>(blob + l.code_begin);
    tables.pcs = blob + offset_at(l.scope_pcs);
    tables.pcs_end = blob + offset_at(l.scope_pcs_end);
    tables.scopes = LoadAt<Address>(blob + l.scope_data);
    tables.metadata = blob + offset_at(l.metadata);
    return tables;
  }
  const Address immutable = LoadAt<Address>(blob + l.immutable_data);
  tables.code = blob + offset_at(l.code_begin);
  tables.pcs = immutable + offset_at(l.scope_pcs);
  tables.pcs_end = tables.scopes = immutable + offset_at(l.scope_data);
  tables.metadata = LoadAt<Address>(blob + l.mutable_data) + offset_at(l.relocation_size);
  return tables;
}

const std::vector<CompiledScope>& CompiledCode::ScopesAt(Address blob, Address pc,
                                                         Address stack_pointer) {
  const CodeLayout& l = *layout_;
  auto handler_at = [&](uint64_t field) {
    return l.is_split ? blob + static_cast<Address>(int64_t{Signed(blob + field)})
                      : LoadAt<Address>(blob + field);
  };
  // A frame that will be left for the interpreter keeps its own place elsewhere.
  if (pc == handler_at(l.deoptimizer) || pc == handler_at(l.deoptimizer_mh)) {
    pc = LoadAt<Address>(stack_pointer + LoadAt<uint32_t>(blob + l.original_pc));
  }
  const auto [at, is_new] = scopes_.try_emplace(pc);
  if (is_new) at->second = ReadScopes(blob, pc);
  return at->second;
}

std::vector<CompiledScope> CompiledCode::ReadScopes(Address blob, Address pc) const {
  constexpr size_t kMostInlined = 1000;
  const CodeLayout& l = *layout_;
  const Tables tables = TablesOf(blob);
  std::vector<CompiledScope> scopes;
  uint32_t decode_at = 0;
  for (Address desc = tables.pcs; desc < tables.pcs_end; desc += l.pc_desc_bytes) {
    if (tables.code + static_cast<Address>(int64_t{Signed(desc + l.pc_desc_offset)}) == pc) {
      decode_at = LoadAt<uint32_t>(desc + l.pc_desc_scope);
    }
  }
  while (decode_at != 0 && scopes.size() < kMostInlined) {
    scopes.push_back(ReadScope(tables, decode_at));
  }
  // The wrapper of a native method has no scopes.
  if (scopes.empty()) scopes.push_back({.method = LoadAt<Address>(blob + l.method)});
  return scopes;
}

// Goes on to the scope of the caller; 0 if there is none (ScopeDesc::decode_body).
CompiledScope CompiledCode::ReadScope(const Tables& tables, uint32_t& decode_at) const {
  Unsigned5Reader stream(tables.scopes + decode_at, true);
  CompiledScope scope;
  decode_at = stream.Next();
  const uint32_t method = stream.Next();
  if (method != 0) scope.method = LoadAt<Address>(tables.metadata + Address{method - 1} * 8);
  scope.bci = static_cast<int32_t>(stream.Next()) - 1;
  const uint32_t locals = stream.Next();
  const uint32_t expressions = stream.Next();
  const uint32_t count = ReadValues(tables, locals, 0, scope.values);
  ReadValues(tables, expressions, count, scope.values);
  return scope;
}

// The list of values (ScopeValue::read_from). How many there are.
uint32_t CompiledCode::ReadValues(const Tables& tables, uint32_t decode_at, uint32_t first_slot,
                                  std::vector<FrameValue>& values) const {
  enum : uint32_t { kLocation, kInt, kOop, kLong, kDouble, kObject, kObjectId, kBox, kMarker };
  enum : uint32_t { kOopType = 2, kNarrowOopType = 9 };
  if (decode_at == 0) return 0;
  Unsigned5Reader stream(tables.scopes + decode_at, true);
  const uint32_t count = stream.Next();
  for (uint32_t i = 0; i < count; ++i) {
    FrameValue value{.slot = static_cast<int32_t>(first_slot + i)};
    switch (stream.Next()) {
      case kLocation: {  // four bits of type, one for a register, the rest says where
        const uint32_t location = stream.Next();
        const uint32_t type = location & 0xf;
        value.is_narrow = type == kNarrowOopType;
        value.at = uint64_t{location >> 5} * 4;
        if ((location & 0x10) != 0) value.place = FrameValue::Place::kFramePointer;
        if (type == kOopType || type == kNarrowOopType) values.push_back(value);
        break;
      }
      case kOop:
        if (const uint32_t oop = stream.Next(); oop != 0) {
          value.place = FrameValue::Place::kConstant;
          value.at = tables.oops + uint64_t{oop - 1} * 8;
          values.push_back(value);
        }
        break;
      case kLong:
      case kDouble:
        stream.Next();
        stream.Next();
        break;
      case kInt:
      case kObjectId:
        stream.Next();
        break;
      case kMarker:
        break;
      default:
        // An object that was never made: its fields are values of their own, described elsewhere.
        return count;
    }
  }
  return count;
}

}  // namespace taproot
