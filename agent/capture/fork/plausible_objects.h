// Whether a word that looks like a reference can be one: for stacks of which nobody says where
// their references are. What such a word leads to may be an object that died long ago, or the
// middle of another one; reading on from there must not go astray.
#pragma once

#include <cstdint>

#include "absl/container/flat_hash_set.h"
#include "capture/fork/class_table.h"
#include "capture/fork/frozen_heap.h"
#include "capture/fork/node_index.h"
#include "capture/fork/object_references.h"
#include "capture/fork/readable_memory.h"

namespace taproot {

class PlausibleObjects {
 public:
  PlausibleObjects(const FrozenHeap* heap, const ClassTable* classes, const NodeIndex* nodes,
                   const ReadableMemory* memory)
      : heap_(*heap),
        classes_(*classes),
        references_(heap, classes),
        nodes_(*nodes),
        memory_(*memory) {}

  // Whether an object may begin here, and every object that it leads to as well: each is marked or
  // has a class that is loaded, lies in memory that can be read and does not overlap what is
  // marked.
  bool Accept(Address candidate);

 private:
  bool IsObject(Address object) const;
  bool OverlapsMarked(Address object, uint64_t size) const;

  const FrozenHeap& heap_;
  const ClassTable& classes_;
  const ObjectReferences references_;
  const NodeIndex& nodes_;
  const ReadableMemory& memory_;
  absl::flat_hash_set<Address> accepted_;
};

}  // namespace taproot
