#include "analysis/waste_context.h"

#include <algorithm>
#include <utility>

namespace taproot {

WasteContext::WasteContext(const HeapGraph& graph, const PathGroups& groups, Progress* progress)
    : graph_(graph),
      groups_(groups),
      progress_(progress),
      sizes_(graph),
      shared_(graph.node_count()),
      claimed_(graph.node_count()) {
  for (auto& tally : tallies_) tally = std::make_unique<WasteTally>(&groups);
  FindShared();
}

// The views and iterators of a collection refer back to it; sets make such views of their maps.
std::vector<std::optional<ReferenceSlot>> WasteContext::BackReferences() const {
  constexpr std::pair<std::string_view, std::string_view> kViews[] = {
      {"java.util.", "this$0"},
      {"java.util.TreeMap$KeySet", "m"},
      {"java.util.concurrent.ConcurrentHashMap$CollectionView", "map"},
      {"java.util.concurrent.ConcurrentHashMap$KeySetView", "map"}};
  std::vector<std::optional<ReferenceSlot>> slots;
  for (size_t i = 0; i < graph_.classes().size(); ++i) {
    const JavaClass& java_class = graph_.classes()[i];
    std::optional<uint32_t> index;
    for (const auto& [prefix, field] : kViews) {
      if (java_class.loader_kind != LoaderKind::kBoot || !java_class.name.starts_with(prefix)) {
        continue;
      }
      if (!index) index = graph_.FieldIndex(ClassId(i), field);
    }
    slots.push_back(index ? std::optional(FieldSlot(*index)) : std::nullopt);
  }
  return slots;
}

void WasteContext::FindShared() {
  const std::vector<std::optional<ReferenceSlot>> back = BackReferences();
  NodeSet held(graph_.node_count());
  auto hold = [&](NodeId node) {
    if (!held.Insert(node)) shared_.Insert(node);
  };
  for (const Root& root : graph_.roots()) {
    // The reference of the mirror stands for it.
    if (root.kind != RootKind::kStaticField) hold(root.node);
  }
  ForEachObject("looking for what is shared", [&](NodeId node) {
    graph_.ForEachReference(node, [&](NodeId target, ReferenceSlot slot) {
      if (slot == back[graph_.class_of(node).value]) return;
      if (graph_.strength(node, slot) == Strength::kStrong) hold(target);
    });
  });
}

NodeId WasteContext::TargetAt(NodeId node, ReferenceSlot slot) const {
  const std::span<const ReferenceSlot> slots = graph_.slots(node);
  const auto at = std::ranges::find(slots, slot);
  return at == slots.end() ? NodeId()
                           : graph_.targets(node)[static_cast<size_t>(at - slots.begin())];
}

std::vector<uint8_t> WasteContext::BasesAmong(std::span<const std::string_view> names) const {
  std::vector<uint8_t> bases;
  for (const JavaClass& java_class : graph_.classes()) {
    const auto at = std::ranges::find(names, java_class.name);
    uint8_t base = kNoBase;
    if (at != names.end() && java_class.loader_kind == LoaderKind::kBoot) {
      base = static_cast<uint8_t>(at - names.begin());
    } else if (java_class.super.valid()) {
      base = bases[java_class.super.value];  // a superclass stands before
    }
    bases.push_back(base);
  }
  return bases;
}

}  // namespace taproot
