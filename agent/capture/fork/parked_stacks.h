// What the frames of unmounted virtual threads hold. Their stacks lie in the heap, and are met by a
// traversal like any other object; what is in them is found out afterwards, for all at once.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "capture/fork/chunk_reader.h"
#include "capture/fork/class_table.h"
#include "capture/fork/compiled_code.h"
#include "capture/fork/frozen_heap.h"
#include "capture/fork/frozen_methods.h"
#include "capture/fork/frozen_objects.h"
#include "capture/fork/node_index.h"
#include "capture/fork/plausible_objects.h"
#include "capture/fork/readable_memory.h"
#include "graph/heap_graph_builder.h"

namespace taproot {

// A local of a frame belongs to the thread; a word of a stack that is no local, or of frames that
// are not understood, to the chunk that it lies in.
class ParkedStacks {
 public:
  struct Held {
    Address target;
    ReferenceSlot slot;
  };

  // All outlive it.
  ParkedStacks(const FrozenHeap* heap, const ClassTable* classes, const NodeIndex* nodes);
  ParkedStacks(const ParkedStacks&) = delete;
  ParkedStacks& operator=(const ParkedStacks&) = delete;

  // `found`: virtual threads and stack chunks that were marked since the last call. Gives objects
  // that their frames hold and that are not marked yet; these are to be marked with all that they
  // reach before the next call. There is nothing left to do once it gives none.
  //
  // Words that merely look like references come last, when everything certain is marked.
  std::vector<Address> Resolve(std::span<const Address> found);

  // What the object holds by frames; empty for all but virtual threads and chunks. Thread-safe once
  // all is resolved.
  std::span<const Held> HeldBy(Address holder) const {
    const auto at = held_.find(holder);
    return at == held_.end() ? std::span<const Held>() : std::span(at->second);
  }
  const absl::flat_hash_map<Address, std::vector<Held>>& held() const { return held_; }

  // The rows that slots of kind kFrameLocal count, in order. After all is resolved, once.
  void AddFrameLocals(FrozenMethods& methods, HeapGraphBuilder& builder) const;

  // The frames of an unmounted virtual thread, as far as they are understood.
  std::vector<ParkedFrame> FramesOf(Address thread);

 private:
  struct Doubtful {
    Address holder;
    Held held;
  };
  using LocalKey = std::tuple<Address, int32_t, uint32_t, int32_t>;  // method, bci, depth, slot

  std::vector<Address> ChunksOf(Address thread) const;
  void ReadThread(Address thread);
  void ReadChunk(Address chunk, const absl::flat_hash_set<Address>& locals);
  ReferenceSlot LocalSlot(const ParkedFrame& frame, const ParkedValue& value);
  void Hold(Address holder, Held held, bool is_certain);
  void SettleDoubtful();

  const FrozenHeap& heap_;
  const NodeIndex& nodes_;
  const FrozenObjects objects_;
  const ReadableMemory memory_;
  const std::unique_ptr<CompiledCode> code_;
  ChunkReader chunks_;
  PlausibleObjects plausible_;
  absl::flat_hash_map<Address, std::vector<Held>> held_;
  std::vector<Doubtful> doubtful_;
  std::vector<Address> to_mark_;
  absl::flat_hash_set<Address> read_;  // chunks
  absl::flat_hash_map<LocalKey, uint32_t> local_ids_;
  std::vector<LocalKey> locals_;  // by the index of their slots
};

}  // namespace taproot
