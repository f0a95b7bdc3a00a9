#include "capture/fork/chunk_reader.h"

#include <optional>
#include <string_view>

#include "capture/fork/const_method.h"
#include "capture/fork/field_reader.h"
#include "capture/fork/frozen_objects.h"

namespace taproot {
namespace {

constexpr std::string_view kChunkClass = "jdk.internal.vm.StackChunk";
constexpr Address kWord = 8;
// Of a frame below its stack pointer: the address to return to, and the caller's frame pointer.
constexpr Address kReturnAddress = 1 * kWord;
constexpr Address kLink = 2 * kWord;

}  // namespace

ChunkReader::ChunkReader(const FrozenHeap* heap, const ClassTable* classes,
                         const ReadableMemory* memory, CompiledCode* code)
    : heap_(*heap), classes_(*classes), memory_(*memory), code_(code) {
  const ClassId id = FindBootClass(classes_, kChunkClass);
  if (!id.valid()) return;
  auto offset_of = [&](std::string_view field) { return classes_.OffsetOf(id, field).value_or(0); };
  offsets_.stack = classes_.plan(id).size;
  offsets_.size = offset_of("size");
  offsets_.sp = offset_of("sp");
  offsets_.bottom = offset_of("bottom");
  offsets_.argsize = offset_of("argsize");
  for (const VmField& field : ReadFields(heap_, classes_.klass(id))) {
    if (!field.is_injected) continue;
    if (field.name == "flags") offsets_.flags = field.offset;
    if (field.name == "lockStackSize") offsets_.locked = field.offset;
  }
}

StackChunk ChunkReader::Read(Address chunk) const {
  constexpr uint8_t kHasBitmap = 1 << 4;
  auto words_at = [&](uint32_t offset) { return Address{LoadAt<uint32_t>(chunk + offset)}; };
  const Address size = words_at(offsets_.size);
  StackChunk parts;
  parts.start = chunk + offsets_.stack;
  parts.end = parts.start + size * kWord;
  parts.top = parts.start + words_at(offsets_.sp) * kWord;
  parts.bottom = offsets_.bottom != 0 ? parts.start + words_at(offsets_.bottom) * kWord
                                      : parts.end - words_at(offsets_.argsize) * kWord;
  parts.has_bitmap = (LoadAt<uint8_t>(chunk + offsets_.flags) & kHasBitmap) != 0;
  if (offsets_.locked != 0) parts.locked = LoadAt<uint8_t>(chunk + offsets_.locked);
  // One that is just being filled is empty.
  if (parts.top > parts.end || parts.bottom > parts.end) parts.top = parts.bottom = parts.end;
  return parts;
}

// Once there is a bitmap all references of the chunk are as long as those of objects.
Address ChunkReader::TargetOf(const StackChunk& chunk, Address word) const {
  return chunk.has_bitmap ? heap_.LoadReference(word) : LoadAt<Address>(word);
}

bool ChunkReader::IsReference(const StackChunk& chunk, Address at) const {
  const Address bit = (at - chunk.start) / heap_.layout().oop_bytes();
  return (LoadAt<uint64_t>(chunk.end + bit / 64 * 8) >> (bit % 64) & 1) != 0;
}

bool ChunkReader::IsMethod(Address method) const {
  constexpr uint64_t kEnough = 64;  // bytes of any of these
  const VmLayout& layout = heap_.layout();
  if (method == 0 || method % kWord != 0 || !memory_.Contains(method, kEnough)) return false;
  const Address facts = LoadAt<Address>(method + layout.method_const_method);
  if (!memory_.Contains(facts, kEnough)) return false;
  const Address pool = LoadAt<Address>(facts + layout.const_method_constants);
  if (!memory_.Contains(pool, kEnough)) return false;
  return classes_.Find(LoadAt<Address>(pool + layout.pool_holder)).valid();
}

void ChunkReader::ForEachWord(
    const StackChunk& chunk,
    absl::FunctionRef<void(Address word, Address target, bool is_certain)> visit) const {
  const uint32_t step = heap_.layout().oop_bytes();
  for (uint32_t i = 0; i < chunk.locked; ++i) {
    const Address word = chunk.start + i * kWord;
    if (const Address target = TargetOf(chunk, word)) visit(word, target, true);
  }
  if (chunk.empty()) return;
  if (chunk.has_bitmap) {
    for (Address at = chunk.top - kLink; at < chunk.end; at += step) {
      const Address target = IsReference(chunk, at) ? heap_.LoadReference(at) : 0;
      if (target != 0) visit(at, target, true);
    }
    return;
  }
  for (Address word = chunk.top - kLink; word < chunk.end; word += kWord) {
    if (const Address whole = LoadAt<Address>(word); heap_.InHeap(whole)) {
      visit(word, whole, false);
      continue;
    }
    for (Address half = word; step == 4 && half < word + kWord; half += step) {
      const Address target = heap_.LoadReference(half);
      if (heap_.InHeap(target)) visit(half, target, false);
    }
  }
}

// Goes down the frames of a chunk as HotSpot does on x86 (stackChunkFrameStream_x86.inline.hpp).
class ChunkFrames {
 public:
  ChunkFrames(ChunkReader* chunks, const StackChunk& chunk, ParkedStack* stack)
      : chunks_(*chunks), code_(*chunks->code_), chunk_(chunk), stack_(*stack) {}

  // False if something is not as it should be.
  bool AddAll() {
    sp_ = unextended_ = chunk_.top;
    while (sp_ < chunk_.bottom) {
      const Address pc = LoadAt<Address>(sp_ - kReturnAddress);
      const Address before = sp_;
      if (!(code_.IsInterpreter(pc) ? AddInterpreted() : AddCompiled(pc))) return false;
      if (sp_ <= before) return false;  // what is read here is no stack
    }
    return true;
  }

 private:
  // In words from the frame pointer; what is marked so is a distance from there, in words.
  enum : int64_t {
    kSenderPointer = -1,  // a distance
    kLastPointer = -2,    // a distance: where the expression stack ends
    kMethod = -3,
    kLocals = -7,  // a distance: the first local variable; the others lie below
    kByteCode = -8,
    kMonitors = -9,  // a distance: the expression stack lies below
  };

  bool InStack(Address at) const { return at >= chunk_.start && at <= chunk_.end && at % 8 == 0; }
  static Address At(Address frame, int64_t word) { return frame + static_cast<Address>(word * 8); }
  static Address Distant(Address frame, int64_t word) {
    return At(frame, LoadAt<int64_t>(At(frame, word)));
  }

  bool AddInterpreted();
  bool AddCompiled(Address pc);
  void AddVariables(uint32_t count, Address locals, Address monitors, Address end);
  void AddWord(uint32_t depth, int32_t slot, Address word);
  void AddValue(uint32_t depth, const FrameValue& value);
  // Arguments on top of the expression stack of the frame that comes next.
  Address PassedWords() const {
    if (stack_.frames.empty()) return 0;
    return ConstMethod(&chunks_.heap_, stack_.frames.back().method).parameter_words();
  }
  uint32_t NextDepth() const { return static_cast<uint32_t>(stack_.frames.size()); }

  ChunkReader& chunks_;
  CompiledCode& code_;
  const StackChunk& chunk_;
  ParkedStack& stack_;
  Address sp_ = 0;
  Address unextended_ = 0;  // without what the frame above has added for its own sake
};

// Which of its words are references only a bitmap tells; else they look like some.
void ChunkFrames::AddWord(uint32_t depth, int32_t slot, Address word) {
  if (chunk_.has_bitmap && !chunks_.IsReference(chunk_, word)) return;
  const Address target = chunks_.TargetOf(chunk_, word);
  if (target == 0 || !chunks_.heap_.InHeap(target)) return;
  stack_.values.push_back({depth, slot, word, target, chunk_.has_bitmap});
}

// Of the newest frame: the local variables, and the expression stack from `monitors` down to `end`.
void ChunkFrames::AddVariables(uint32_t count, Address locals, Address monitors, Address end) {
  const uint32_t depth = NextDepth() - 1;
  int32_t slot = 0;
  for (uint32_t i = 0; i < count; ++i) AddWord(depth, slot++, locals - i * kWord);
  for (Address word = monitors; word > end; word -= kWord) AddWord(depth, slot++, word - kWord);
}

bool ChunkFrames::AddInterpreted() {
  const Address link = sp_ - kLink;
  const Address frame = Distant(link, 0);
  if (!InStack(frame) || frame < sp_) return false;
  const Address locals = Distant(frame, kLocals);
  const Address last = Distant(frame, kLastPointer);
  const Address monitors = Distant(frame, kMonitors);
  const Address method = LoadAt<Address>(At(frame, kMethod));
  if (!InStack(locals) || !InStack(last) || !InStack(monitors) || locals <= frame ||
      last > monitors || monitors > frame || !chunks_.IsMethod(method)) {
    return false;
  }
  const ConstMethod facts(&chunks_.heap_, method);
  // What is passed to the frame above counts as its locals.
  const Address passed = last + PassedWords() * kWord;
  stack_.frames.push_back({method, facts.BciOf(LoadAt<Address>(At(frame, kByteCode)))});
  // A native method has no variables; what it was passed its caller has as well.
  if (!facts.is_native()) AddVariables(facts.max_locals(), locals, monitors, passed);
  if (locals + kWord >= chunk_.bottom) {
    sp_ = chunk_.bottom;
    return true;
  }
  unextended_ = Distant(frame, kSenderPointer);
  sp_ = At(frame, 2);
  return InStack(unextended_);
}

void ChunkFrames::AddValue(uint32_t depth, const FrameValue& value) {
  const FrozenHeap& heap = chunks_.heap_;
  Address word = 0;
  Address target = 0;
  if (value.place == FrameValue::Place::kConstant) {
    target = LoadAt<Address>(value.at);
  } else {
    word = value.place == FrameValue::Place::kStack ? unextended_ + value.at : sp_ - kLink;
    if (!InStack(word & ~Address{7})) return;
    target = value.is_narrow ? heap.LoadReference(word) : chunks_.TargetOf(chunk_, word);
  }
  if (target != 0 && heap.InHeap(target)) {
    stack_.values.push_back({depth, value.slot, word, target, true});
  }
}

bool ChunkFrames::AddCompiled(Address pc) {
  const Address blob = code_.FindBlob(pc);
  const uint32_t words = blob == 0 ? 0 : code_.FrameWords(blob);
  if (words == 0) return false;
  if (code_.IsMethod(blob)) {
    for (const CompiledScope& scope : code_.ScopesAt(blob, pc, unextended_)) {
      if (!chunks_.IsMethod(scope.method)) return false;
      const uint32_t depth = NextDepth();
      stack_.frames.push_back({scope.method, scope.bci});
      for (const FrameValue& value : scope.values) AddValue(depth, value);
    }
  }
  sp_ = unextended_ + words * kWord;
  // What is left are arguments of the frame in the chunk below.
  if (sp_ + kLink >= chunk_.bottom) {
    sp_ = chunk_.bottom;
    return true;
  }
  unextended_ = sp_;
  return true;
}

bool ChunkReader::AddFrames(const StackChunk& chunk, ParkedStack& stack) {
  if (chunk.empty()) return true;
  if (code_ == nullptr) return false;
  const size_t frames = stack.frames.size();
  const size_t values = stack.values.size();
  if (ChunkFrames(this, chunk, &stack).AddAll()) return true;
  stack.frames.resize(frames);
  stack.values.resize(values);
  return false;
}

}  // namespace taproot
