// Arrays that belong to no String, collection or builder.
#include <vector>

#include "analysis/waste_context.h"

namespace taproot {
namespace {

// Arrays without an element, and arrays of references with few of them.
void FindByLength(WasteContext& context) {
  const HeapGraph& graph = context.graph();
  std::vector<bool> has_empty(graph.classes().size());
  context.ForEachObject("looking at arrays", [&](NodeId node) {
    const ClassId id = graph.class_of(node);
    const JavaClass& java_class = graph.java_class(id);
    if (!java_class.is_array || context.claimed(node)) return;
    const uint32_t length = graph.array_length(node);
    const uint64_t bytes = graph.shallow_size(node);
    if (length == 0) {
      if (has_empty[id.value]) context.tally(WasteKind::kEmptyArrays).Add(node, bytes, bytes);
      has_empty[id.value] = true;
      return;
    }
    const uint32_t elements = graph.degree(node);
    if (context.sizes().is_primitive(id) || elements >= Waste::kLowFill * length) return;
    const uint64_t gain = context.sizes().SavedBy(node, elements);
    if (gain > 0) context.tally(WasteKind::kSparseArrays).Add(node, bytes, gain);
  });
}

void FindByContents(WasteContext& context) {
  const HeapGraph& graph = context.graph();
  Stride stride(context.progress(), "looking at elements", graph.contents().arrays.size());
  for (const ArrayContents& array : graph.contents().arrays) {
    if (!stride.Step()) return;
    const NodeId node = array.node;
    const uint32_t length = graph.array_length(node);
    if (length < 2 || !context.counts(node) || context.claimed(node)) continue;
    const uint64_t bytes = graph.shallow_size(node);
    if (array.constant != 0) {
      context.tally(WasteKind::kConstantArrays).Add(node, bytes, bytes);
      context.Claim(node);
      continue;
    }
    if (array.trailing_zeros < length / 2) continue;
    const uint64_t gain = context.sizes().SavedBy(node, length - array.trailing_zeros);
    if (gain == 0) continue;
    context.tally(WasteKind::kSpareRoom).Add(node, bytes, gain);
    context.Claim(node);
  }
}

}  // namespace

void FindArrays(WasteContext& context) {
  FindByLength(context);
  FindByContents(context);
}

void FindSpareRoom(WasteContext& context) {
  constexpr std::string_view kBuilders[] = {"java.lang.AbstractStringBuilder",
                                            "java.io.ByteArrayOutputStream",
                                            "java.io.CharArrayWriter"};
  constexpr std::string_view kFields[] = {"value", "buf", "buf"};
  const HeapGraph& graph = context.graph();
  const std::vector<uint8_t> bases = context.BasesAmong(kBuilders);
  context.ForEachObject("looking at builders", [&](NodeId node) {
    const uint8_t base = bases[graph.class_of(node).value];
    if (base == WasteContext::kNoBase) return;
    const NodeId array = graph.FieldTarget(node, kFields[base]);
    if (!array.valid()) return;
    context.Claim(array);
    const ArrayContents* contents = graph.contents().Find(array);
    if (contents == nullptr || context.shared(array)) return;
    const uint32_t used = graph.array_length(array) - contents->trailing_zeros;
    const uint64_t bytes = graph.shallow_size(node) + graph.shallow_size(array);
    const uint64_t gain = context.sizes().SavedBy(array, used);
    if (gain > 0) context.tally(WasteKind::kSpareRoom).Add(node, bytes, gain);
  });
}

}  // namespace taproot
