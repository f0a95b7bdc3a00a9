#include "taproot/heap_graph.h"

#include <algorithm>

namespace taproot {

namespace {

template <typename Value>
Value LookUp(const std::vector<std::pair<NodeId, Value>>& sorted, NodeId node) {
  auto at = std::ranges::lower_bound(sorted, node, {}, &std::pair<NodeId, Value>::first);
  return at != sorted.end() && at->first == node ? at->second : Value();
}

}  // namespace

ClassId HeapGraph::mirrored_class(NodeId node) const { return LookUp(mirrors_, node); }

uint64_t HeapGraph::native_bytes(NodeId node) const { return LookUp(native_bytes_, node); }

std::string_view HeapGraph::text(NodeId node) const {
  const auto at = texts_.find(node);
  return at == texts_.end() ? std::string_view() : at->second;
}

std::span<const KnownValue> HeapGraph::known_values(NodeId node) const {
  const auto at = known_values_.find(node);
  return at == known_values_.end() ? std::span<const KnownValue>() : at->second;
}

std::vector<ClassId> HeapGraph::FindClasses(std::string_view name) const {
  std::vector<ClassId> found;
  for (size_t i = 0; i < classes_.size(); ++i) {
    if (classes_[i].name == name) found.emplace_back(i);
  }
  return found;
}

bool HeapGraph::IsSubclass(ClassId id, ClassId ancestor) const {
  for (; id.valid(); id = java_class(id).super) {
    if (id == ancestor) return true;
  }
  return false;
}

FieldRef HeapGraph::FieldAt(ClassId id, uint32_t index) const {
  for (; id.valid(); id = java_class(id).super) {
    const JavaClass& java_class = this->java_class(id);
    if (index < java_class.first_field) continue;
    const uint32_t own = index - java_class.first_field;
    return {id, own < java_class.fields.size() ? &java_class.fields[own] : nullptr};
  }
  return {};
}

std::optional<uint32_t> HeapGraph::FieldIndex(ClassId id, std::string_view name) const {
  for (; id.valid(); id = java_class(id).super) {
    const JavaClass& java_class = this->java_class(id);
    for (size_t i = 0; i < java_class.fields.size(); ++i) {
      if (java_class.fields[i].name == name) {
        return java_class.first_field + static_cast<uint32_t>(i);
      }
    }
  }
  return std::nullopt;
}

NodeId HeapGraph::FieldTarget(NodeId node, std::string_view field) const {
  auto is_wanted = [&](const JavaField& f) { return !f.is_static && f.name == field; };
  for (ClassId id = class_of(node); id.valid(); id = java_class(id).super) {
    const JavaClass& java_class = this->java_class(id);
    const auto declared = std::ranges::find_if(java_class.fields, is_wanted);
    if (declared == java_class.fields.end()) continue;
    const auto own = static_cast<uint32_t>(declared - java_class.fields.begin());
    const std::span<const ReferenceSlot> slots = this->slots(node);
    const auto at = std::ranges::find(slots, FieldSlot(java_class.first_field + own));
    return at == slots.end() ? NodeId() : targets(node)[static_cast<size_t>(at - slots.begin())];
  }
  return {};
}

uint64_t HeapGraph::memory_bytes() const {
  auto bytes = [](const auto& column) { return uint64_t{column.size()} * sizeof(column[0]); };
  return bytes(rows_.class_of) + bytes(rows_.size_in_words) + bytes(rows_.array_length) +
         bytes(rows_.first) + bytes(rows_.targets) + bytes(rows_.slots);
}

}  // namespace taproot
