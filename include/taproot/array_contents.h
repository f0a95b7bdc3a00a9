// What a capture with contents tells of the elements of primitive arrays: enough to find what is
// there twice, or in vain, and no copy of it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "taproot/frozen_array.h"
#include "taproot/ids.h"

namespace taproot {

struct ArrayContents {
  NodeId node;
  uint32_t trailing_zeros : 31 = 0;  // elements at the end that are zero
  uint32_t constant : 1 = 0;         // all elements are equal; so in an array of one or none
  // Of element type, length and elements. Arrays with one hash hold the same: that two that differ
  // meet by chance among 100 million arrays has a probability of 1 in 3,700. The same in every
  // process.
  uint64_t hash = 0;

  friend bool operator==(const ArrayContents&, const ArrayContents&) = default;
};
static_assert(sizeof(ArrayContents) == 16);

// How an array begins, of the contents that were met most often or in the largest arrays.
struct ContentsPreview {
  static constexpr uint32_t kBytes = 40;

  uint64_t hash = 0;
  std::array<uint8_t, kBytes> bytes = {};  // in the machine's byte order
  uint32_t size = 0;                       // of `bytes` in use

  std::span<const uint8_t> shown() const { return std::span(bytes).first(size); }

  friend bool operator==(const ContentsPreview&, const ContentsPreview&) = default;
};

struct ContentsTable {
  FrozenArray<ArrayContents> arrays;      // rising by node; empty if no contents were asked for
  FrozenArray<ContentsPreview> previews;  // rising by hash

  friend bool operator==(const ContentsTable&, const ContentsTable&) = default;

  bool empty() const { return arrays.empty(); }
  // Whether the rows stand in order and their nodes are among the first so many.
  bool FitsInto(uint32_t node_count) const;
  // Null if nothing is known of the node: it is no primitive array, or no contents were asked for.
  const ArrayContents* Find(NodeId node) const;
  // Null if no sample was kept.
  const ContentsPreview* FindPreview(uint64_t hash) const;
};

}  // namespace taproot
