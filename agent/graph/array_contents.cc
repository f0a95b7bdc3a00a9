#include "taproot/array_contents.h"

#include <algorithm>

namespace taproot {

bool ContentsTable::FitsInto(uint32_t node_count) const {
  auto not_rising = [](auto a, auto b) { return a >= b; };
  return (arrays.empty() || arrays.back().node.value < node_count) &&
         std::ranges::adjacent_find(arrays, not_rising, &ArrayContents::node) == arrays.end() &&
         std::ranges::adjacent_find(previews, not_rising, &ContentsPreview::hash) ==
             previews.end() &&
         std::ranges::all_of(
             previews, [](uint32_t size) { return size <= ContentsPreview::kBytes; },
             &ContentsPreview::size);
}

const ArrayContents* ContentsTable::Find(NodeId node) const {
  const auto at = std::ranges::lower_bound(arrays, node, {}, &ArrayContents::node);
  return at != arrays.end() && at->node == node ? &*at : nullptr;
}

const ContentsPreview* ContentsTable::FindPreview(uint64_t hash) const {
  const auto at = std::ranges::lower_bound(previews, hash, {}, &ContentsPreview::hash);
  return at != previews.end() && at->hash == hash ? &*at : nullptr;
}

}  // namespace taproot
