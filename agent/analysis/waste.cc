#include "taproot/waste.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "analysis/waste_context.h"

namespace taproot {
namespace {

void Attach(const DuplicateList& duplicates, WasteOfKind& of_kind) {
  of_kind.worst = duplicates.worst;
  of_kind.contents = duplicates.contents;
}

}  // namespace

uint64_t Waste::bytes_to_gain() const {
  uint64_t bytes = 0;
  for (const WasteOfKind& of_kind : kinds) bytes += of_kind.sum.bytes_to_gain;
  return bytes;
}

Waste FindWaste(const HeapGraph& graph, const PathGroups& groups, const WasteOptions& options,
                Progress* progress) {
  Waste waste;
  waste.objects = groups.objects();
  waste.bytes = groups.shallow_bytes();
  waste.contents_known = !graph.contents().empty();

  WasteContext context(graph, groups, progress);
  const DuplicateList strings = FindDuplicateStrings(context, options.worst);
  FindCollections(context);
  FindBoxes(context);
  FindSpareRoom(context);
  FindArrays(context);
  const DuplicateList arrays = FindDuplicateArrays(context, options.worst);
  if (context.cancelled()) return waste;
  for (size_t i = 0; i < kWasteKinds; ++i) {
    const auto kind = static_cast<WasteKind>(i);
    WasteOfKind of_kind = context.tally(kind).Result(kind);
    if (of_kind.sum.objects > 0) waste.kinds.push_back(std::move(of_kind));
  }
  for (WasteOfKind& of_kind : waste.kinds) {
    if (of_kind.kind == WasteKind::kDuplicateStrings) Attach(strings, of_kind);
    if (of_kind.kind == WasteKind::kDuplicateArrays) Attach(arrays, of_kind);
  }
  std::ranges::stable_sort(waste.kinds, std::greater(), [](const WasteOfKind& of_kind) {
    return std::pair(of_kind.sum.bytes_to_gain, of_kind.sum.objects);
  });
  return waste;
}

}  // namespace taproot
