#include "tools/colours.h"

#include <string_view>
#include <utility>

#include "absl/hash/hash.h"
#include "tools/graph_words.h"

namespace taproot::test {
namespace {

constexpr int kDepth = 4;

// Of the two captures of a class the row of its mirror differs by what only one of them sees.
bool IsMirror(const HeapGraph& graph, NodeId node) {
  return graph.java_class(node).name == "java.lang.Class";
}

}  // namespace

std::vector<uint64_t> Colour(const HeapGraph& graph) {
  std::vector<uint64_t> colours(graph.node_count());
  for (uint32_t i = 0; i < graph.node_count(); ++i) {
    const NodeId node(i);
    const ArrayContents* contents = graph.contents().Find(node);
    colours[i] = absl::HashOf(NameOf(graph, node), graph.shallow_size(node),
                              graph.array_length(node), contents ? contents->hash : 0);
  }
  for (int depth = 0; depth < kDepth; ++depth) {
    std::vector<uint64_t> next = colours;
    for (uint32_t i = 0; i < graph.node_count(); ++i) {
      const NodeId node(i);
      if (IsMirror(graph, node)) continue;
      uint64_t sum = 0;  // in any order
      for (size_t r = 0; r < graph.slots(node).size(); ++r) {
        const ReferenceSlot slot = graph.slots(node)[r];
        if (!slot.is_element() && slot.kind() != ReferenceKind::kField) continue;
        sum += absl::HashOf(slot.bits(), colours[graph.targets(node)[r].value]);
      }
      next[i] = absl::HashOf(colours[i], sum);
    }
    colours = std::move(next);
  }
  return colours;
}

}  // namespace taproot::test
