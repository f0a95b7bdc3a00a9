#include "capture/fork/node_index.h"

#include <algorithm>
#include <limits>

namespace taproot {

NodeIndex::NodeIndex(Address heap_begin, Address heap_end, uint32_t object_alignment)
    : begin_(heap_begin),
      end_(heap_end),
      alignment_(object_alignment),
      shift_(static_cast<uint32_t>(std::countr_zero(object_alignment))) {
  constexpr uint64_t kBits = 64 * kBlock;
  const uint64_t blocks = (((end_ - begin_) >> shift_) + kBits) / kBits;
  bits_ = FlatArray<uint64_t>(blocks * kBlock);
  ranks_ = FlatArray<uint32_t>(blocks + 1);
}

absl::Status NodeIndex::Number() {
  uint64_t count = 0;
  for (uint64_t block = 0; block < ranks_.size(); ++block) {
    ranks_[block] = static_cast<uint32_t>(count);
    if (block + 1 == ranks_.size()) break;
    for (uint64_t w = block * kBlock; w < (block + 1) * kBlock; ++w) {
      count += static_cast<uint64_t>(std::popcount(bits_[w]));
    }
    if (count >= std::numeric_limits<uint32_t>::max()) {
      return absl::ResourceExhaustedError("the heap has more objects than a graph can number");
    }
  }
  size_ = static_cast<uint32_t>(count);
  return absl::OkStatus();
}

Address NodeIndex::AddressOf(NodeId node) const {
  if (!node.valid() || node.value >= size_) return 0;
  const auto after = std::upper_bound(ranks_.data(), ranks_.data() + ranks_.size(), node.value);
  const auto block = static_cast<uint64_t>(after - ranks_.data()) - 1;
  uint32_t left = node.value - ranks_[block];
  for (uint64_t w = block * kBlock;; ++w) {
    uint64_t word = bits_[w];
    const auto here = static_cast<uint32_t>(std::popcount(word));
    if (left >= here) {
      left -= here;
      continue;
    }
    for (; left > 0; --left) word &= word - 1;
    return begin_ + ((w * 64 + static_cast<uint64_t>(std::countr_zero(word))) << shift_);
  }
}

}  // namespace taproot
