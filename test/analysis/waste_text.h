// What is found in a heap, in lines that a test can spell out.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "support/waste_heap.h"
#include "taproot/path_groups.h"
#include "taproot/waste.h"

namespace taproot::test {

using Lines = std::vector<std::string>;

inline Waste WasteOf(const HeapGraph& graph, const WasteOptions& options = {}) {
  return FindWaste(graph, MakePathGroups(graph, {}), options);
}

inline const WasteOfKind* Find(const Waste& waste, WasteKind kind) {
  for (const WasteOfKind& of_kind : waste.kinds) {
    if (of_kind.kind == kind) return &of_kind;
  }
  return nullptr;
}

// "com.acme.Order.tags java.util.ArrayList: 2, 48 of 80 bytes" for each owner.
inline Lines Owners(const Waste& waste, WasteKind kind) {
  Lines lines;
  const WasteOfKind* of_kind = Find(waste, kind);
  if (of_kind == nullptr) return lines;
  for (const WasteByOwner& row : of_kind->by_owner) {
    lines.push_back(absl::StrCat(row.owner, " ", row.class_name, ": ", row.sum.objects, ", ",
                                 row.sum.bytes_to_gain, " of ", row.sum.bytes, " bytes"));
  }
  return lines;
}

inline Lines Owners(const char* heap, WasteKind kind) {
  const HeapGraph graph = WasteHeap(heap).Build();
  return Owners(WasteOf(graph), kind);
}

}  // namespace taproot::test
