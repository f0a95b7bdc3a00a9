// Reads fields of single objects of a frozen heap by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "capture/fork/class_table.h"
#include "capture/fork/frozen_heap.h"
#include "taproot/heap_graph.h"

namespace taproot {

// The class of the boot loader; none if it is not loaded. While the graph is being built.
ClassId FindBootClass(const ClassTable& classes, std::string_view name);

class FrozenObjects {
 public:
  // While the graph is being built.
  FrozenObjects(const FrozenHeap* heap, const ClassTable* classes)
      : heap_(*heap), classes_(*classes) {}
  // Once it is: the names of classes and fields are the graph's then.
  FrozenObjects(const FrozenHeap* heap, const ClassTable* classes, const HeapGraph* graph)
      : heap_(*heap), classes_(*classes), graph_(graph) {}

  ClassId ClassOf(Address object) const { return classes_.Find(heap_.KlassOf(object)); }
  const JavaClass& java_class(ClassId id) const {
    return graph_ != nullptr ? graph_->java_class(id) : classes_.java_class(id);
  }
  // Whether the object is of this class of the boot loader.
  bool IsA(Address object, std::string_view boot_class) const;

  // What the field refers to; 0 if null, if there is no such field, and of no object.
  Address Reference(Address object, std::string_view field) const;
  // The value of a primitive field; a boolean is 0 or 1. None for float and double.
  std::optional<int64_t> Number(Address object, std::string_view field) const;
  // Likewise of a static field that this class itself declares.
  std::optional<int64_t> StaticNumber(ClassId id, std::string_view field) const;
  // Of a field of type String, shortened like any text of a graph; empty if null or no such field.
  std::string Text(Address object, std::string_view field) const;

  // The contents of a java.lang.String, shortened; empty for 0.
  std::string TextOfString(Address string) const;

 private:
  struct Found {
    const JavaField* field = nullptr;  // null if there is none
    uint32_t offset = 0;
  };

  Found FindField(ClassId id, std::string_view name, bool is_static) const;

  const FrozenHeap& heap_;
  const ClassTable& classes_;
  const HeapGraph* graph_ = nullptr;
};

}  // namespace taproot
