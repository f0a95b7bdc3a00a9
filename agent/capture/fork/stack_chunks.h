// How large a jdk.internal.vm.StackChunk is (21 and later): each has a stack of its own size in it.
#pragma once

#include <cstdint>
#include <optional>

#include "capture/fork/class_table.h"
#include "capture/fork/frozen_heap.h"

namespace taproot {

// Immutable; thread-safe. `heap` and `classes` outlive it.
class StackChunks {
 public:
  StackChunks(const FrozenHeap* heap, const ClassTable* classes);

  // `header` is the size of an instance without its stack.
  uint64_t SizeOf(Address chunk, uint64_t header) const;

 private:
  const FrozenHeap& heap_;
  const ClassTable& classes_;
  uint32_t size_offset_ = 0;  // of StackChunk.size, the words of the stack; 0: no such class
};

}  // namespace taproot
