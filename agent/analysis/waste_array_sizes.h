// What an array of another length would take in this JVM. The JVM's own sizes tell: nothing is
// assumed of headers, references or alignment.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "taproot/heap_graph.h"

namespace taproot {

class ArraySizes {
 public:
  explicit ArraySizes(const HeapGraph& graph);

  // Whether the class is that of an array of numbers.
  bool is_primitive(ClassId java_class) const {
    return width_of_[java_class.value] != 0 && !of_references_[java_class.value];
  }
  // Bytes that the array would give back if it had only so many elements.
  uint64_t SavedBy(NodeId array, uint64_t length) const;

 private:
  static constexpr uint32_t kMaxWidth = 8;

  uint32_t ReferenceWidth() const;
  void Measure();

  const HeapGraph& graph_;
  std::vector<bool> of_references_;                   // by class
  std::vector<uint32_t> width_of_;                    // by class, of an element; 0 if no array
  std::array<uint64_t, kMaxWidth + 1> header_bytes_;  // by width of an element
  uint64_t alignment_ = 8;                            // of every object's size
};

}  // namespace taproot
