// How the collections of the JDK (17 to 25) keep what is in them, by their fields.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/waste_context.h"

namespace taproot {

// The room of a collection, and how much of it is in use.
struct CollectionUse {
  uint64_t entries = 0;   // that are not null
  uint64_t used = 0;      // places of the table that hold any
  uint64_t room = 0;      // places of the table; 0 if there is none, or none that could be smaller
  uint64_t needed = 0;    // places that the smallest table for these entries has
  NodeId table;           // an array; none if there is none
  bool hashed = false;    // into buckets
  bool exclusive = true;  // what the collection is made of is held by nothing else
  uint64_t bytes = 0;     // of the collection and of what is its alone, elements and entries not
};

class CollectionShapes {
 public:
  explicit CollectionShapes(const WasteContext& context);

  bool IsCollection(NodeId node) const { return shape_of_class_[ClassOf(node)] != nullptr; }
  // What belongs to it: its table, its first node, or the map that a set is made of.
  NodeId PartOf(NodeId collection) const;
  // Whether the part is nobody's but the collection's, or an array, which has no other use.
  bool OwnsPart(NodeId collection, NodeId part) const;
  // None if its parts are not as expected.
  std::optional<CollectionUse> Measure(NodeId collection) const;

 private:
  struct Shape;
  static const std::vector<Shape>& Shapes();

  size_t ClassOf(NodeId node) const { return context_.graph().class_of(node).value; }
  void CountElements(CollectionUse& use, uint64_t free_places) const;
  void CountPairs(CollectionUse& use) const;
  void CountBuckets(CollectionUse& use) const;
  uint64_t ChainLength(NodeId entry) const;

  const WasteContext& context_;
  std::vector<const Shape*> shape_of_class_;                  // null if no collection
  std::vector<ReferenceSlot> part_of_class_;                  // the field of the part
  std::vector<std::optional<ReferenceSlot>> next_of_class_;   // of entries of buckets
  std::vector<std::optional<ReferenceSlot>> first_of_class_;  // of bins that are trees
};

}  // namespace taproot
