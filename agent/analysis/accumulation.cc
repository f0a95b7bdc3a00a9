#include "analysis/accumulation.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"

namespace taproot {
namespace {

constexpr size_t kSample = 64;
// Of a carrier's bytes: if what it carries has less, it is held by others too.
constexpr double kCarriedShare = 0.25;

DominatorId HeaviestChild(const DominatorTree& tree, DominatorId id) {
  DominatorId heaviest;
  uint64_t most = 0;
  tree.ForEachChild(id, [&](DominatorId child) {
    const uint64_t bytes = tree.retained_bytes(child);
    if (heaviest.valid() && std::tuple(bytes, heaviest) < std::tuple(most, child)) return;
    heaviest = child;
    most = bytes;
  });
  return heaviest;
}

bool HasShare(const DominatorTree& tree, DominatorId part, DominatorId whole, double share) {
  return static_cast<double>(tree.retained_bytes(part)) >=
         share * static_cast<double>(tree.retained_bytes(whole));
}

ClassId HeaviestClass(const HeapGraph& graph, const DominatorTree& tree,
                      std::span<const DominatorId> objects) {
  absl::flat_hash_map<ClassId, uint64_t> bytes;
  for (const DominatorId id : objects) {
    bytes[graph.class_of(tree.object(id))] += tree.retained_bytes(id);
  }
  ClassId heaviest;
  for (const auto& [klass, sum] : bytes) {
    if (!heaviest.valid() || std::tuple(sum, heaviest) > std::tuple(bytes.at(heaviest), klass)) {
      heaviest = klass;
    }
  }
  return heaviest;
}

// The objects of one class among some, those that they dominate with them, and what is below.
struct Layer {
  ClassAmount amount;
  std::vector<DominatorId> members;
  std::vector<DominatorId> below;
};

Layer LayerOf(const HeapGraph& graph, const DominatorTree& tree, ClassId klass,
              std::span<const DominatorId> objects) {
  Layer layer{.amount = {.klass = klass}};
  for (const DominatorId id : objects) {
    if (graph.class_of(tree.object(id)) != klass) continue;
    layer.members.push_back(id);
    layer.amount.bytes += tree.retained_bytes(id);
  }
  for (size_t i = 0; i < layer.members.size(); ++i) {
    tree.ForEachChild(layer.members[i], [&](DominatorId child) {
      const bool same = graph.class_of(tree.object(child)) == klass;
      (same ? layer.members : layer.below).push_back(child);
    });
  }
  layer.amount.objects = layer.members.size();
  return layer;
}

}  // namespace

bool IsCarrier(const JavaClass& java_class) {
  if (java_class.is_array) return true;
  return absl::StartsWith(java_class.name, "java.util.") && absl::StrContains(java_class.name, '$');
}

std::vector<DominatorId> ObjectsBelow(const DominatorTree& tree, DominatorId id) {
  std::vector<DominatorId> objects;
  std::vector<DominatorId> open = {id};
  while (!open.empty()) {
    const DominatorId above = open.back();
    open.pop_back();
    tree.ForEachChild(above, [&](DominatorId child) {
      (tree.is_object(child) ? objects : open).push_back(child);
    });
  }
  return objects;
}

DominatorId AccumulationPoint(const HeapGraph& graph, const DominatorTree& tree, DominatorId start,
                              double child_share) {
  absl::flat_hash_map<ClassId, DominatorId> first_of_class;
  DominatorId point = start;
  while (true) {
    if (tree.is_object(point))
      first_of_class.try_emplace(graph.class_of(tree.object(point)), point);
    const DominatorId child = HeaviestChild(tree, point);
    if (!child.valid() || !HasShare(tree, child, point, child_share)) return point;
    if (tree.is_object(child)) {
      const auto first = first_of_class.find(graph.class_of(tree.object(child)));
      if (first != first_of_class.end() && !HasShare(tree, child, first->second, child_share)) {
        return first->second == start ? start : tree.parent(first->second);
      }
    }
    point = child;
  }
}

Content ContentBelow(const HeapGraph& graph, const DominatorTree& tree, DominatorId point) {
  Content content;
  std::vector<DominatorId> objects = ObjectsBelow(tree, point);
  while (!objects.empty()) {
    Layer layer = LayerOf(graph, tree, HeaviestClass(graph, tree, objects), objects);
    const bool carried = static_cast<double>(layer.amount.bytes) >=
                         kCarriedShare * static_cast<double>(content.amount.bytes);
    if (!carried) break;
    content.amount = layer.amount;
    content.sample.clear();
    for (const DominatorId id : layer.members) {
      if (content.sample.size() == kSample) break;
      content.sample.push_back(tree.object(id));
    }
    if (!IsCarrier(graph.java_class(layer.amount.klass))) break;
    objects = std::move(layer.below);
  }
  return content;
}

std::vector<ClassAmount> ClassesBelow(const HeapGraph& graph, const DominatorTree& tree,
                                      std::span<const DominatorId> tops, uint32_t top,
                                      Progress* progress) {
  std::vector<ClassAmount> classes(graph.classes().size());
  for (size_t i = 0; i < classes.size(); ++i) classes[i].klass = ClassId(i);
  Stride stride(progress, "weighing suspects", tree.preorder().size());
  for (const DominatorId id : tops) {
    for (const DominatorId below : tree.Subtree(id)) {
      if (!stride.Step()) return {};
      if (!tree.is_object(below)) continue;
      ClassAmount& amount = classes[graph.class_of(tree.object(below)).value];
      ++amount.objects;
      amount.bytes += graph.shallow_size(tree.object(below));
    }
  }
  std::erase_if(classes, [](const ClassAmount& amount) { return amount.objects == 0; });
  std::ranges::sort(classes, [](const ClassAmount& a, const ClassAmount& b) {
    return std::tie(b.bytes, b.objects, a.klass) < std::tie(a.bytes, a.objects, b.klass);
  });
  if (classes.size() > top) classes.resize(top);
  return classes;
}

}  // namespace taproot
