#include "analysis/waste_array_sizes.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string_view>
#include <utility>

namespace taproot {
namespace {

uint32_t PrimitiveWidth(std::string_view array_class) {
  constexpr std::pair<std::string_view, uint32_t> kWidths[] = {
      {"boolean[]", 1}, {"byte[]", 1}, {"char[]", 2},  {"short[]", 2},
      {"int[]", 4},     {"long[]", 8}, {"float[]", 4}, {"double[]", 8}};
  for (const auto& [name, width] : kWidths) {
    if (name == array_class) return width;
  }
  return 0;
}

}  // namespace

ArraySizes::ArraySizes(const HeapGraph& graph) : graph_(graph) {
  for (const JavaClass& java_class : graph.classes()) {
    width_of_.push_back(PrimitiveWidth(java_class.name));
    of_references_.push_back(java_class.is_array && width_of_.back() == 0);
  }
  const uint32_t reference_width = ReferenceWidth();
  for (size_t i = 0; i < width_of_.size(); ++i) {
    if (of_references_[i]) width_of_[i] = reference_width;
  }
  Measure();
}

// The longest array leaves no doubt.
uint32_t ArraySizes::ReferenceWidth() const {
  constexpr uint32_t kNarrow = 4;
  constexpr uint32_t kWide = 8;
  constexpr uint64_t kLeastHeader = 12;
  NodeId longest;
  for (uint32_t i = 0; i < graph_.node_count(); ++i) {
    const NodeId node(i);
    if (!of_references_[graph_.class_of(node).value]) continue;
    if (!longest.valid() || graph_.array_length(node) > graph_.array_length(longest)) {
      longest = node;
    }
  }
  if (!longest.valid()) return kNarrow;
  const uint64_t if_wide = kLeastHeader + uint64_t{kWide} * graph_.array_length(longest);
  return graph_.shallow_size(longest) >= if_wide ? kWide : kNarrow;
}

// Among many arrays of one width some need no padding: the shortest rest is the header.
void ArraySizes::Measure() {
  header_bytes_.fill(std::numeric_limits<uint64_t>::max());
  uint64_t all_sizes = 0;
  for (uint32_t i = 0; i < graph_.node_count(); ++i) {
    const NodeId node(i);
    const uint64_t size = graph_.shallow_size(node);
    all_sizes |= size;
    const uint32_t width = width_of_[graph_.class_of(node).value];
    if (width == 0) continue;
    uint64_t& header = header_bytes_[width];
    header = std::min(header, size - std::min(size, uint64_t{width} * graph_.array_length(node)));
  }
  if (all_sizes != 0) alignment_ = uint64_t{1} << std::countr_zero(all_sizes);
}

uint64_t ArraySizes::SavedBy(NodeId array, uint64_t length) const {
  const uint64_t size = graph_.shallow_size(array);
  const uint32_t width = width_of_[graph_.class_of(array).value];
  const uint64_t needed = header_bytes_[width] + width * length;
  const uint64_t aligned = (needed + alignment_ - 1) / alignment_ * alignment_;
  return size - std::min(size, aligned);
}

}  // namespace taproot
