// Every reference of an object of a frozen heap: what HotSpot's collectors follow, under the names
// that a graph has for it. What a stack chunk holds beside its fields is not among them: see
// parked_stacks.h.
#pragma once

#include <cstdint>
#include <vector>

#include "capture/fork/class_table.h"
#include "capture/fork/frozen_heap.h"
#include "capture/fork/stack_chunks.h"

namespace taproot {

// Immutable; thread-safe. `heap` and `classes` outlive it.
class ObjectReferences {
 public:
  ObjectReferences(const FrozenHeap* heap, const ClassTable* classes)
      : heap_(*heap), classes_(*classes), chunks_(heap, classes) {}

  // Bytes of the object, as the VM counts them.
  uint64_t SizeOf(Address object, ClassId id) const {
    const ClassPlan& plan = classes_.plan(id);
    switch (plan.shape) {
      case ClassPlan::Shape::kInstance:
      case ClassPlan::Shape::kVirtualThread:
        return plan.size;
      case ClassPlan::Shape::kMirror:
        return uint64_t{LoadAt<uint32_t>(object + heap_.layout().mirror_size)} * 8;
      case ClassPlan::Shape::kStackChunk:
        return chunks_.SizeOf(object, plan.size);
      case ClassPlan::Shape::kObjectArray:
      case ClassPlan::Shape::kPrimitiveArray:
        break;
    }
    const uint64_t elements = uint64_t{heap_.ArrayLength(object)} << plan.element_log2;
    return heap_.Align(plan.size + elements);
  }

  // Calls visit(Address target, ReferenceSlot slot) for each that is not null.
  template <typename Visit>
  void ForEach(Address object, ClassId id, Visit&& visit) const {
    const ClassPlan& plan = classes_.plan(id);
    switch (plan.shape) {
      case ClassPlan::Shape::kPrimitiveArray:
        return;
      case ClassPlan::Shape::kObjectArray:
        ForEachElement(object, plan,
                       [&](Address target, uint32_t i) { visit(target, ElementSlot(i)); });
        return;
      case ClassPlan::Shape::kMirror:
        ForEachOfMirror(object, visit);
        return;
      case ClassPlan::Shape::kStackChunk:
      case ClassPlan::Shape::kVirtualThread:
      case ClassPlan::Shape::kInstance:
        break;
    }
    ForEachField(object, plan.fields, visit);
    if (!plan.is_loader) return;
    if (const std::vector<Address>* hidden = classes_.HiddenOf(object)) {
      for (Address mirror : *hidden) visit(mirror, ReferenceSlot(ReferenceKind::kHiddenClass, 0));
    }
  }

 private:
  // Calls visit(Address target, uint32_t index).
  template <typename Visit>
  void ForEachElement(Address array, const ClassPlan& plan, Visit&& visit) const {
    const uint32_t length = heap_.ArrayLength(array);
    const Address first = array + plan.size;
    for (uint32_t i = 0; i < length; ++i) {
      const Address target = heap_.LoadReference(first + (uint64_t{i} << plan.element_log2));
      if (target != 0) visit(target, i);
    }
  }

  template <typename Visit>
  void ForEachField(Address object, const std::vector<ReferenceField>& fields,
                    Visit&& visit) const {
    for (const ReferenceField& field : fields) {
      const Address target = heap_.LoadReference(object + field.offset);
      if (target != 0) visit(target, field.slot);
    }
  }

  template <typename Visit>
  void ForEachOfMirror(Address mirror, Visit&& visit) const;
  template <typename Visit>
  void ForEachOfClass(ClassId id, Visit&& visit) const;
  template <typename Visit>
  void ForEachOfPool(Address pool, Visit&& visit) const;

  const FrozenHeap& heap_;
  const ClassTable& classes_;
  const StackChunks chunks_;
};

// What lies in the mirror of a class that is not loaded, out of the CDS archive, was never an
// object.
template <typename Visit>
void ObjectReferences::ForEachOfMirror(Address mirror, Visit&& visit) const {
  const Address klass = heap_.MirroredKlass(mirror);
  const ClassId id = klass == 0 ? ClassId() : classes_.Find(klass);
  if (!id.valid() && klass != 0) return;
  ForEachField(mirror, classes_.mirror_fields(), visit);
  if (!id.valid()) return;
  if (classes_.java_class(id).is_array) {
    ForEachField(mirror, classes_.array_mirror_fields(), visit);
    return;
  }
  if (!classes_.IsPrepared(id)) return;
  ForEachField(mirror, classes_.statics(id), visit);
  ForEachOfClass(id, visit);
}

// What a class refers to outside of its mirror. java.lang.Object as a superclass says nothing.
template <typename Visit>
void ObjectReferences::ForEachOfClass(ClassId id, Visit&& visit) const {
  const VmLayout& layout = heap_.layout();
  const Address klass = classes_.klass(id);
  const ClassId super = classes_.java_class(id).super;
  if (super.valid() && classes_.java_class(super).super.valid()) {
    if (const Address mirror = classes_.mirror(super)) {
      visit(mirror, ReferenceSlot(ReferenceKind::kSuperclass, 0));
    }
  }
  if (const Address loader = classes_.loader(id)) {
    visit(loader, ReferenceSlot(ReferenceKind::kClassLoader, 0));
  }
  const Address interfaces = LoadAt<Address>(klass + layout.instance_local_interfaces);
  for (uint32_t i = 0; i < FrozenHeap::LengthOf(interfaces); ++i) {
    const Address mirror = heap_.MirrorOf(heap_.PointerAt(interfaces, i));
    if (mirror != 0) visit(mirror, ReferenceSlot(ReferenceKind::kInterface, 0));
  }
  if (const Address pool = LoadAt<Address>(klass + layout.instance_constants)) {
    ForEachOfPool(pool, visit);
  }
}

// Resolved classes lie beside the pool; strings, call sites and other constants in an array that
// hangs off its cache and that no path shows: what it holds is the class's.
template <typename Visit>
void ObjectReferences::ForEachOfPool(Address pool, Visit&& visit) const {
  const VmLayout& layout = heap_.layout();
  const Address tags = LoadAt<Address>(pool + layout.pool_tags);
  const Address resolved = LoadAt<Address>(pool + layout.pool_resolved_klasses);
  for (uint32_t i = 1; i < FrozenHeap::LengthOf(tags); ++i) {
    if (heap_.ByteAt(tags, i) != layout.tag_class) continue;
    // Two shorts: where its class lies once resolved, and where its name does.
    const auto at = LoadAt<uint32_t>(heap_.PoolSlot(pool, i)) & 0xffff;
    const Address klass = at < FrozenHeap::LengthOf(resolved) ? heap_.PointerAt(resolved, at) : 0;
    const Address mirror = klass == 0 ? 0 : heap_.MirrorOf(klass);
    if (mirror != 0) visit(mirror, ReferenceSlot(ReferenceKind::kConstantPool, i));
  }
  const Address cache = LoadAt<Address>(pool + layout.pool_cache);
  const Address array = cache == 0 ? 0 : heap_.LoadHandle(cache + layout.cache_resolved_references);
  const ClassId array_class = array == 0 ? ClassId() : classes_.Find(heap_.KlassOf(array));
  if (!array_class.valid()) return;
  const Address map = LoadAt<Address>(cache + layout.cache_reference_map);
  ForEachElement(array, classes_.plan(array_class), [&](Address target, uint32_t i) {
    if (i < FrozenHeap::LengthOf(map)) {
      const uint32_t slot = heap_.ShortAt(map, i);
      if (heap_.ByteAt(tags, slot) == layout.tag_string) {
        visit(target, ReferenceSlot(ReferenceKind::kConstantPool, slot));
        return;
      }
    }
    visit(target, ReferenceSlot(ReferenceKind::kCallSite, i));
  });
}

}  // namespace taproot
