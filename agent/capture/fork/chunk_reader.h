// Stacks of unmounted virtual threads (21 and later), which lie in the heap as objects of class
// jdk.internal.vm.StackChunk: the frames of the thread with all their words, as they were in the
// stack. A collector that has met the chunk leaves a bitmap of the words that are references.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"
#include "capture/fork/class_table.h"
#include "capture/fork/compiled_code.h"
#include "capture/fork/frozen_heap.h"
#include "capture/fork/readable_memory.h"

namespace taproot {

// Where the parts of one chunk lie. Words are numbered from the start of the stack.
struct StackChunk {
  Address start = 0;  // of the stack
  Address top = 0;    // the stack pointer of the newest frame
  Address bottom = 0;
  Address end = 0;  // of the stack; the bitmap follows
  bool has_bitmap = false;
  uint32_t locked = 0;  // references to locked objects, which lie at the start

  bool empty() const { return top >= bottom; }
  uint32_t WordOf(Address at) const { return static_cast<uint32_t>((at - start) / 8); }
};

// A frame of Java, the inlined ones like the others.
struct ParkedFrame {
  Address method = 0;
  int32_t bci = -1;
};

// A local variable or a word of the expression stack that holds a reference, or may hold one.
struct ParkedValue {
  uint32_t depth = 0;  // of the frame, 0 on top
  int32_t slot = 0;
  Address word = 0;  // where it lies in the chunk; 0 for a constant of the code
  Address target = 0;
  bool is_certain = false;  // else a word that looks like a reference
};

struct ParkedStack {
  std::vector<ParkedFrame> frames;  // the top one first
  std::vector<ParkedValue> values;
};

// `heap`, `classes`, `memory` and `code` outlive it.
class ChunkReader {
 public:
  // `code` may be null: then frames are not known.
  ChunkReader(const FrozenHeap* heap, const ClassTable* classes, const ReadableMemory* memory,
              CompiledCode* code);

  // None if there is no class of chunks, or it is not as known.
  bool known() const { return offsets_.size != 0 && offsets_.flags != 0; }
  StackChunk Read(Address chunk) const;

  // Adds the frames of a chunk to those of chunks above it. False if they are not understood: then
  // nothing is added.
  bool AddFrames(const StackChunk& chunk, ParkedStack& stack);

  // What all words of the chunk refer to, or may refer to, whatever frame they belong to.
  void ForEachWord(
      const StackChunk& chunk,
      absl::FunctionRef<void(Address word, Address target, bool is_certain)> visit) const;

 private:
  friend class ChunkFrames;

  struct Offsets {
    uint32_t stack = 0;  // the size of an instance without its stack
    uint32_t size = 0;
    uint32_t sp = 0;
    uint32_t bottom = 0;   // since 22 or so
    uint32_t argsize = 0;  // before
    uint32_t flags = 0;    // injected
    uint32_t locked = 0;   // injected; since 24
  };

  bool IsReference(const StackChunk& chunk, Address at) const;
  Address TargetOf(const StackChunk& chunk, Address word) const;
  bool IsMethod(Address method) const;

  const FrozenHeap& heap_;
  const ClassTable& classes_;
  const ReadableMemory& memory_;
  CompiledCode* code_;
  Offsets offsets_;
};

}  // namespace taproot
