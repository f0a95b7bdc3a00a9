// A set of nodes as a bitmap. Const methods may be called from several threads at once.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "taproot/ids.h"

namespace taproot {

class NodeSet {
 public:
  explicit NodeSet(uint32_t node_count) : words_((size_t{node_count} + 63) / 64) {}

  bool contains(NodeId node) const { return (words_[node.value >> 6] >> (node.value & 63)) & 1; }
  // False if the node was in the set already.
  bool Insert(NodeId node) {
    uint64_t& word = words_[node.value >> 6];
    const uint64_t bit = uint64_t{1} << (node.value & 63);
    const bool fresh = (word & bit) == 0;
    word |= bit;
    return fresh;
  }
  void Erase(NodeId node) { words_[node.value >> 6] &= ~(uint64_t{1} << (node.value & 63)); }
  uint64_t count() const {
    uint64_t count = 0;
    for (uint64_t word : words_) count += static_cast<uint64_t>(std::popcount(word));
    return count;
  }

 private:
  std::vector<uint64_t> words_;
};

}  // namespace taproot
