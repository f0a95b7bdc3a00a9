#include "capture/fork/stack_chunks.h"

namespace taproot {

StackChunks::StackChunks(const FrozenHeap* heap, const ClassTable* classes)
    : heap_(*heap), classes_(*classes) {
  for (size_t i = 0; i < classes_.size(); ++i) {
    if (classes_.plan(ClassId(i)).shape != ClassPlan::Shape::kStackChunk) continue;
    size_offset_ = classes_.OffsetOf(ClassId(i), "size").value_or(0);
  }
}

// InstanceStackChunkKlass::instance_size(): behind the stack lies a bitmap with a bit for each
// place where a reference may be.
uint64_t StackChunks::SizeOf(Address chunk, uint64_t header) const {
  if (size_offset_ == 0) return header;
  const uint64_t words = LoadAt<uint32_t>(chunk + size_offset_);
  const uint64_t bits = words * (8 / heap_.layout().oop_bytes());
  return heap_.Align(header + words * 8 + (bits + 63) / 64 * 8);
}

}  // namespace taproot
