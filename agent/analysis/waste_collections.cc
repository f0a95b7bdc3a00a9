#include "analysis/waste_collections.h"

#include <algorithm>
#include <bit>
#include <string_view>

namespace taproot {
namespace {

constexpr uint64_t kMostInnerLevels = 4;        // a set in a set in a map: no JDK goes deeper
constexpr uint64_t kEntriesThatMayCollide = 8;  // below this a full bucket is chance

// Of a table that is filled to three quarters at most.
uint64_t RoomForEntries(uint64_t entries) { return (entries * 4 + 2) / 3; }

}  // namespace

struct CollectionShapes::Shape {
  enum Keeping : uint8_t { kElements, kBuckets, kPairs, kLinked, kInside };

  std::string_view class_name;
  std::string_view part;  // the field
  Keeping keeping;
  bool power_of_two = false;    // the length of a table of buckets
  bool keeps_one_free = false;  // of the places for elements
};

const std::vector<CollectionShapes::Shape>& CollectionShapes::Shapes() {
  static const std::vector<Shape>& shapes = *new std::vector<Shape>{
      {"java.util.ArrayList", "elementData", Shape::kElements},
      {"java.util.Vector", "elementData", Shape::kElements},
      {"java.util.ArrayDeque", "elements", Shape::kElements, false, true},
      {"java.util.PriorityQueue", "queue", Shape::kElements},
      {"java.util.concurrent.PriorityBlockingQueue", "queue", Shape::kElements},
      {"java.util.concurrent.CopyOnWriteArrayList", "array", Shape::kElements},
      {"java.util.HashMap", "table", Shape::kBuckets, true},
      {"java.util.WeakHashMap", "table", Shape::kBuckets, true},
      {"java.util.concurrent.ConcurrentHashMap", "table", Shape::kBuckets, true},
      {"java.util.Hashtable", "table", Shape::kBuckets},
      {"java.util.IdentityHashMap", "table", Shape::kPairs},
      {"java.util.LinkedList", "first", Shape::kLinked},
      {"java.util.TreeMap", "root", Shape::kLinked},
      {"java.util.HashSet", "map", Shape::kInside},
      {"java.util.TreeSet", "m", Shape::kInside},
      {"java.util.Collections$SetFromMap", "m", Shape::kInside},
      {"java.util.concurrent.CopyOnWriteArraySet", "al", Shape::kInside},
      {"java.util.Properties", "map", Shape::kInside},  // a Hashtable whose own table is not used
  };
  return shapes;
}

CollectionShapes::CollectionShapes(const WasteContext& context) : context_(context) {
  const HeapGraph& graph = context.graph();
  std::vector<std::string_view> names;
  for (const Shape& shape : Shapes()) names.push_back(shape.class_name);
  const std::vector<uint8_t> bases = context.BasesAmong(names);
  for (size_t i = 0; i < graph.classes().size(); ++i) {
    const ClassId id(i);
    auto slot_of = [&](std::string_view field) -> std::optional<ReferenceSlot> {
      const std::optional<uint32_t> index = graph.FieldIndex(id, field);
      return index ? std::optional(FieldSlot(*index)) : std::nullopt;
    };
    const Shape* shape = bases[i] == WasteContext::kNoBase ? nullptr : &Shapes()[bases[i]];
    const auto part = shape == nullptr ? std::nullopt : slot_of(shape->part);
    shape_of_class_.push_back(part ? shape : nullptr);
    part_of_class_.push_back(part.value_or(ReferenceSlot()));
    const std::string_view name = graph.classes()[i].name;
    next_of_class_.push_back(slot_of("next"));
    first_of_class_.push_back(
        name == "java.util.concurrent.ConcurrentHashMap$TreeBin" ? slot_of("first") : std::nullopt);
  }
}

NodeId CollectionShapes::PartOf(NodeId collection) const {
  return context_.TargetAt(collection, part_of_class_[ClassOf(collection)]);
}

bool CollectionShapes::OwnsPart(NodeId collection, NodeId part) const {
  const bool is_inside = shape_of_class_[ClassOf(collection)]->keeping == Shape::kInside;
  return !is_inside || !context_.shared(part);
}

std::optional<CollectionUse> CollectionShapes::Measure(NodeId collection) const {
  const HeapGraph& graph = context_.graph();
  CollectionUse use;
  use.bytes = graph.shallow_size(collection);
  const Shape* shape = shape_of_class_[ClassOf(collection)];
  auto step_into = [&](NodeId part) {
    use.exclusive = use.exclusive && !context_.shared(part);
    if (use.exclusive) use.bytes += graph.shallow_size(part);
  };
  NodeId part = PartOf(collection);
  for (uint64_t level = 0; shape->keeping == Shape::kInside; ++level) {
    if (!part.valid() || level == kMostInnerLevels) return std::nullopt;
    shape = shape_of_class_[ClassOf(part)];
    if (shape == nullptr) return std::nullopt;
    step_into(part);
    part = PartOf(part);
  }
  if (!part.valid()) return use;
  if (shape->keeping == Shape::kLinked) {
    use.entries = 1;  // at least
    return use;
  }
  if (!graph.java_class(part).is_array) return std::nullopt;
  step_into(part);
  use.table = part;
  use.room = graph.array_length(part);
  if (shape->keeping == Shape::kElements) CountElements(use, shape->keeps_one_free);
  if (shape->keeping == Shape::kPairs) CountPairs(use);
  if (shape->keeping == Shape::kBuckets) {
    CountBuckets(use);
    use.needed = RoomForEntries(use.entries);
    if (shape->power_of_two) use.needed = std::bit_ceil(use.needed);
  }
  return use;
}

void CollectionShapes::CountElements(CollectionUse& use, uint64_t free_places) const {
  use.entries = use.used = context_.graph().degree(use.table);
  use.needed = use.entries + free_places;
}

// Keys and values by turns; for a null key there is an object that stands for it.
void CollectionShapes::CountPairs(CollectionUse& use) const {
  for (ReferenceSlot slot : context_.graph().slots(use.table)) use.entries += slot.index() % 2 == 0;
  use.used = use.entries;
  use.room /= 2;
  use.needed = std::max<uint64_t>(std::bit_ceil(use.entries + use.entries / 2), 4);
}

void CollectionShapes::CountBuckets(CollectionUse& use) const {
  use.hashed = true;
  for (NodeId entry : context_.graph().targets(use.table)) {
    ++use.used;
    use.entries += ChainLength(entry);
  }
}

// A chain that threads have tied into a ring by writing at the same time has no end.
uint64_t CollectionShapes::ChainLength(NodeId entry) const {
  constexpr uint64_t kLongest = uint64_t{1} << 20;
  if (const auto first = first_of_class_[ClassOf(entry)]) {
    const NodeId bin = entry;
    entry = context_.TargetAt(bin, *first);
  }
  uint64_t length = 0;
  while (entry.valid() && length < kLongest) {
    ++length;
    const auto next = next_of_class_[ClassOf(entry)];
    entry = next ? context_.TargetAt(entry, *next) : NodeId();
  }
  return length;
}

// --- the search ---

namespace {

bool IsRoomy(const CollectionUse& use) {
  return use.table.valid() && use.exclusive && use.room > use.needed &&
         static_cast<double>(use.entries) < Waste::kLowFill * static_cast<double>(use.room);
}

bool IsColliding(const CollectionUse& use) {
  return use.hashed && use.exclusive && use.entries >= kEntriesThatMayCollide &&
         use.entries > use.used &&
         static_cast<double>(use.entries - use.used) >
             Waste::kHighCollision * static_cast<double>(use.entries);
}

void Judge(WasteContext& context, NodeId collection, const CollectionUse& use) {
  if (use.entries == 0) {
    context.tally(WasteKind::kEmptyCollections).Add(collection, use.bytes, use.bytes);
    return;
  }
  if (IsRoomy(use)) {
    const uint64_t length = context.graph().array_length(use.table);
    const uint64_t gain = context.sizes().SavedBy(use.table, length / use.room * use.needed);
    if (gain > 0) context.tally(WasteKind::kRoomyCollections).Add(collection, use.bytes, gain);
  }
  if (IsColliding(use)) context.tally(WasteKind::kCollidingMaps).Add(collection, use.bytes, 0);
}

}  // namespace

void FindCollections(WasteContext& context) {
  const CollectionShapes shapes(context);
  // First, so that the map inside a set is not looked at for itself.
  context.ForEachObject("looking at collections", [&](NodeId node) {
    if (!shapes.IsCollection(node)) return;
    const NodeId part = shapes.PartOf(node);
    if (part.valid() && shapes.OwnsPart(node, part)) context.Claim(part);
  });
  context.ForEachObject("counting what collections hold", [&](NodeId node) {
    if (!shapes.IsCollection(node) || context.claimed(node)) return;
    if (const auto use = shapes.Measure(node)) Judge(context, node, *use);
  });
}

}  // namespace taproot
