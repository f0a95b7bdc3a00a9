// The classes of a frozen heap, out of the VM's own metadata: what the graph says of each, and what
// a traversal must know of its instances.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "capture/fork/frozen_heap.h"
#include "graph/heap_graph_builder.h"

namespace taproot {

// A reference that lies at this offset in an object, or in a class mirror.
struct ReferenceField {
  uint32_t offset = 0;  // bytes
  ReferenceSlot slot;
};

// How to read the instances of one class.
struct ClassPlan {
  enum class Shape : uint8_t {
    kInstance,
    kMirror,
    kVirtualThread,
    kStackChunk,
    kObjectArray,
    kPrimitiveArray
  };

  Shape shape = Shape::kInstance;
  bool is_loader = false;  // a subclass of java.lang.ClassLoader
  // The mirror of the class where an object holds it: of a class that could be unloaded; else 0.
  Address held_mirror = 0;
  uint32_t size = 0;          // bytes of an instance; of an array the header
  uint32_t element_log2 = 0;  // of an array: log2 of the bytes of an element
  uint8_t element_type = 0;   // of a primitive array: HotSpot's BasicType, 4 (boolean) to 11 (long)
  std::vector<ReferenceField> fields;  // of instances, those of superclasses included
};

// Where the loaders are that the graph has words for; 0 if not known.
struct KnownLoaders {
  Address platform = 0;
  Address app = 0;
  Address system = 0;
};

class ClassTable {
 public:
  // Describes all loaded classes to the builder. `heap` and `builder` outlive the table.
  // DataLoss if the metadata makes no sense.
  static absl::StatusOr<ClassTable> Read(const FrozenHeap* heap, const KnownLoaders& loaders,
                                         HeapGraphBuilder* builder);

  size_t size() const { return rows_.size(); }
  // None if no loaded class is there.
  ClassId Find(Address klass) const {
    for (uint64_t at = HashOf(klass);; at = (at + 1) & (index_.size() - 1)) {
      const Entry& entry = index_[at];
      if (entry.klass == klass) return entry.id;
      if (entry.klass == 0) return {};
    }
  }
  const ClassPlan& plan(ClassId id) const { return rows_[id.value].plan; }
  Address klass(ClassId id) const { return rows_[id.value].klass; }
  Address mirror(ClassId id) const { return rows_[id.value].mirror; }  // object; 0 if none yet
  Address loader(ClassId id) const { return rows_[id.value].loader; }  // object; 0: boot loader
  ClassId class_class() const { return class_class_; }
  // Until the builder has made its graph.
  const JavaClass& java_class(ClassId id) const { return builder_->java_class(id); }
  // Whether the class is linked, or an array class: JVMTI knows of its fields and constants.
  bool IsPrepared(ClassId id) const;

  // The position of the named instance field in the layout of the class, the nearest declaration
  // first. Until the builder has made its graph, which knows it then.
  std::optional<uint32_t> FieldIndex(ClassId id, std::string_view name) const;
  // Bytes from the start of the object to the field at this position in the layout of the class;
  // of a static field from the start of the mirror of the declaring class.
  std::optional<uint32_t> OffsetOf(ClassId id, uint32_t index) const;
  std::optional<uint32_t> OffsetOf(ClassId id, std::string_view field) const {
    const std::optional<uint32_t> index = FieldIndex(id, field);
    return index ? OffsetOf(id, *index) : std::nullopt;
  }

  // What lies in the mirror of the class: its static fields.
  const std::vector<ReferenceField>& statics(ClassId id) const { return rows_[id.value].statics; }
  // What lies in every mirror: fields of java.lang.Class. Of `array_fields` one in mirrors of array
  // classes only: elsewhere the VM keeps a lock of its own there.
  const std::vector<ReferenceField>& mirror_fields() const { return mirror_fields_; }
  const std::vector<ReferenceField>& array_mirror_fields() const { return array_mirror_fields_; }
  // Mirrors of the hidden classes that the loader holds; null if there are none.
  const std::vector<Address>* HiddenOf(Address loader) const {
    const auto at = hidden_.find(loader);
    return at == hidden_.end() ? nullptr : &at->second;
  }

 private:
  friend class ClassReader;

  struct Entry {
    Address klass = 0;
    ClassId id;
  };
  struct Row {
    Address klass = 0;
    Address mirror = 0;
    Address loader = 0;
    ClassId super;
    uint32_t first_field = 0;
    ClassPlan plan;
    std::vector<uint32_t> offsets;  // of the fields that the class itself declares
    std::vector<ReferenceField> statics;
  };

  uint64_t HashOf(Address klass) const { return ((klass >> 3) * 0x9e3779b97f4a7c15U) >> shift_; }

  const FrozenHeap* heap_ = nullptr;
  HeapGraphBuilder* builder_ = nullptr;
  std::vector<Entry> index_;  // open addressing, a power of two with room
  uint32_t shift_ = 0;
  std::vector<Row> rows_;  // by ClassId
  std::vector<ReferenceField> mirror_fields_;
  std::vector<ReferenceField> array_mirror_fields_;
  absl::flat_hash_map<Address, std::vector<Address>> hidden_;  // by loader
  ClassId class_class_;
};

}  // namespace taproot
