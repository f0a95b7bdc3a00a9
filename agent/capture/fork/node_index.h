// Which objects are nodes, and which number each has: a bit for every place of the heap where an
// object may begin, and ranks over the bits. Nodes are numbered in address order.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "capture/fork/vm_layout.h"
#include "taproot/flat_array.h"
#include "taproot/ids.h"

namespace taproot {

class NodeIndex {
 public:
  NodeIndex(Address heap_begin, Address heap_end, uint32_t object_alignment);

  // True for the first who marks the object. Any number of threads at once.
  bool Mark(Address object) {
    const uint64_t at = BitOf(object);
    std::atomic_ref<uint64_t> word(bits_[at / 64]);
    const uint64_t bit = uint64_t{1} << (at % 64);
    if ((word.load(std::memory_order_relaxed) & bit) != 0) return false;
    return (word.fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
  }
  bool IsMarked(Address object) const {
    const uint64_t at = BitOf(object);
    return (bits_[at / 64] >> (at % 64) & 1) != 0;
  }
  void Prefetch(Address object) const { __builtin_prefetch(&bits_[BitOf(object) / 64]); }

  // Numbers what is marked; nothing is marked afterwards. ResourceExhausted if there are more
  // objects than 32 bits number.
  absl::Status Number();

  uint32_t size() const { return size_; }
  // None unless the object is a node; `object` may be any address.
  NodeId Find(Address object) const {
    if (object < begin_ || object >= end_ || object % alignment_ != 0) return {};
    const uint64_t at = BitOf(object);
    const uint64_t word = bits_[at / 64];
    const uint64_t bit = uint64_t{1} << (at % 64);
    if ((word & bit) == 0) return {};
    return NodeId(Rank(at / 64) + static_cast<uint32_t>(std::popcount(word & (bit - 1))));
  }
  // Where the node's object lies.
  Address AddressOf(NodeId node) const;

  // --- for loops over all nodes in parts ---
  uint64_t words() const { return bits_.size(); }
  uint32_t FirstOf(uint64_t word) const { return Rank(word); }
  // Calls visit(NodeId, Address) for the nodes of words [begin, end), in order.
  template <typename Visit>
  void ForEachIn(uint64_t begin, uint64_t end, Visit&& visit) const {
    uint32_t next = begin < end ? Rank(begin) : 0;
    for (uint64_t w = begin; w < end; ++w) {
      for (uint64_t left = bits_[w]; left != 0; left &= left - 1) {
        const uint64_t at = w * 64 + static_cast<uint64_t>(std::countr_zero(left));
        visit(NodeId(next++), begin_ + (at << shift_));
      }
    }
  }

 private:
  uint64_t BitOf(Address object) const { return (object - begin_) >> shift_; }
  // Nodes before the word.
  uint32_t Rank(uint64_t word) const {
    uint32_t rank = ranks_[word / kBlock];
    for (uint64_t w = word / kBlock * kBlock; w < word; ++w) {
      rank += static_cast<uint32_t>(std::popcount(bits_[w]));
    }
    return rank;
  }

  static constexpr uint64_t kBlock = 8;  // words of one rank: a cache line

  Address begin_;
  Address end_;
  uint32_t alignment_;
  uint32_t shift_;
  FlatArray<uint64_t> bits_;
  FlatArray<uint32_t> ranks_;  // of each block: nodes before it
  uint32_t size_ = 0;
};

}  // namespace taproot
