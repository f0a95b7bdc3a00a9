// Numbers in objects of their own.
#include <algorithm>
#include <string_view>
#include <vector>

#include "absl/strings/match.h"
#include "analysis/waste_context.h"

namespace taproot {
namespace {

constexpr std::string_view kBoxes[] = {"java.lang.Integer", "java.lang.Long",     "java.lang.Short",
                                       "java.lang.Byte",    "java.lang.Boolean",  "java.lang.Float",
                                       "java.lang.Double",  "java.lang.Character"};
constexpr uint64_t kPayload[] = {4, 8, 2, 1, 1, 4, 8, 2};  // bytes

bool IsBox(const JavaClass& java_class) {
  return java_class.loader_kind == LoaderKind::kBoot &&
         std::ranges::find(kBoxes, java_class.name) != std::end(kBoxes);
}

bool IsCache(const JavaClass& java_class) {
  return java_class.loader_kind == LoaderKind::kBoot &&
         absl::StartsWith(java_class.name, "java.lang.") &&
         absl::EndsWith(java_class.name, "Cache");
}

// The JDK makes these once for all: statics such as Boolean.TRUE, and the arrays of
// Integer$IntegerCache and its like. The VM itself holds arrays of caches whose classes were not
// used yet: they come with its archive.
NodeSet CachedBoxes(const HeapGraph& graph) {
  NodeSet cached(graph.node_count());
  auto add_elements = [&](NodeId array) {
    if (!graph.java_class(array).is_array) return;
    for (NodeId element : graph.targets(array)) cached.Insert(element);
  };
  for (const JavaClass& java_class : graph.classes()) {
    if (!java_class.mirror.valid() || (!IsBox(java_class) && !IsCache(java_class))) continue;
    for (NodeId held : graph.targets(java_class.mirror)) {
      cached.Insert(held);
      if (IsCache(java_class)) add_elements(held);
    }
  }
  for (const Root& root : graph.roots()) {
    if (root.kind != RootKind::kVmInternal || !graph.java_class(root.node).is_array) continue;
    for (NodeId held : graph.targets(root.node)) add_elements(held);
  }
  return cached;
}

}  // namespace

void FindBoxes(WasteContext& context) {
  const HeapGraph& graph = context.graph();
  const std::vector<uint8_t> bases = context.BasesAmong(kBoxes);
  const NodeSet cached = CachedBoxes(graph);
  context.ForEachObject("looking at boxed numbers", [&](NodeId node) {
    const uint8_t base = bases[graph.class_of(node).value];
    if (base == WasteContext::kNoBase || cached.contains(node)) return;
    const uint64_t bytes = graph.shallow_size(node);
    context.tally(WasteKind::kBoxedNumbers).Add(node, bytes, bytes - kPayload[base]);
  });
}

}  // namespace taproot
