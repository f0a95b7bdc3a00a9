// The walk from given objects that every size and profile is made of, and where it stops.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "taproot/heap_graph.h"

namespace taproot {

// By default a walk does not enter java.lang.Class, ClassLoader and Thread objects, nor what only
// a Reference's referent holds: from there the whole heap is near. An object the walk starts from
// is always entered.
//
// A Class object that is entered leads on through all its references: statics, superclass, fields
// of java.lang.Class. But an object never leads to its own class, whatever the options: a class is
// no part of its instances.
struct WalkOptions {
  bool enter_classes = false;
  bool enter_loaders = false;
  bool enter_threads = false;
  bool enter_weak = false;
};

// References that the walk met and did not follow, each counted once under the first reason. A
// referent's is `weak`, even where the object is part of the walk by another reference.
struct WalkStops {
  uint64_t classes = 0;
  uint64_t loaders = 0;
  uint64_t threads = 0;
  uint64_t weak = 0;

  // A capture that starts from an object stops by itself; its stops are added to those of the walk.
  WalkStops& operator+=(const WalkStops& other) {
    classes += other.classes;
    loaders += other.loaders;
    threads += other.threads;
    weak += other.weak;
    return *this;
  }
  friend bool operator==(const WalkStops&, const WalkStops&) = default;
};

// A breadth-first spanning tree. Position i in the vectors is the i-th object the walk met, the
// starts (without repeats) first.
struct ObjectWalk {
  static constexpr uint32_t kNoParent = 0xffffffff;

  std::vector<NodeId> nodes;
  std::vector<uint32_t> parent;     // position; kNoParent for the starts
  std::vector<ReferenceSlot> slot;  // of the parent, through which the node was met first; for
                                    // a start its place among the starts, as an element
  std::vector<uint32_t> reference_count;  // references to the node that the walk followed; a start
                                          // counts none for being one
  WalkStops stops;
};

// The reference of an object to its own class is not part of a walk and never counts as a stop. The
// starts are nodes of the graph. The children of a node lie side by side, in the order of its row.
ObjectWalk WalkObjects(const HeapGraph& graph, std::span<const NodeId> starts,
                       const WalkOptions& options);

}  // namespace taproot
