#include "capture/follow/key_index.h"

#include <bit>
#include <iterator>

namespace taproot {

absl::Status KeyIndex::Insert(ObjectKey key) {
  const uint64_t page = key >> kPageShift;
  Page* at = PageOf(page);
  if (at == nullptr) {
    if (absl::Status added = AddPage(page); !added.ok()) return added;
    at = PageOf(page);
  }
  const uint32_t bit = static_cast<uint32_t>(key >> 3) & (kWordsPerPage * 64 - 1);
  at->bits[bit / 64] |= uint64_t{1} << (bit % 64);
  return absl::OkStatus();
}

absl::Status KeyIndex::AddPage(uint64_t page) {
  if (pages_.empty()) first_page_ = page;
  const uint64_t low = std::min(first_page_, page);
  const uint64_t high = std::max(first_page_ + pages_.size(), page + 1);
  if (high - low > kMaxPages) {
    return absl::ResourceExhaustedError("objects lie too far apart to be numbered by address");
  }
  if (low < first_page_) {
    // Downward growth is rare; some room below keeps it from being quadratic.
    const uint64_t room = std::min<uint64_t>(first_page_, first_page_ - low + pages_.size());
    const uint64_t first = first_page_ - std::min(room, kMaxPages - (high - first_page_));
    std::vector<std::unique_ptr<Page>> moved(high - first);
    std::move(pages_.begin(), pages_.end(),
              moved.begin() + static_cast<ptrdiff_t>(first_page_ - first));
    pages_ = std::move(moved);
    first_page_ = first;
  } else if (high > first_page_ + pages_.size()) {
    pages_.resize(high - first_page_);
  }
  std::unique_ptr<Page>& slot = pages_[page - first_page_];
  if (slot == nullptr) slot = std::make_unique<Page>();
  return absl::OkStatus();
}

void KeyIndex::Seal() {
  uint32_t count = 0;
  for (const std::unique_ptr<Page>& page : pages_) {
    if (page == nullptr) continue;
    for (uint32_t word = 0; word < kWordsPerPage; ++word) {
      if (word % kBlockWords == 0) page->rank[word / kBlockWords] = count;
      count += static_cast<uint32_t>(std::popcount(page->bits[word]));
    }
  }
  size_ = count;
}

NodeId KeyIndex::Find(ObjectKey key) const {
  const Page* page = PageOf(key >> kPageShift);
  if (page == nullptr) return {};
  const uint32_t bit = static_cast<uint32_t>(key >> 3) & (kWordsPerPage * 64 - 1);
  const uint32_t word = bit / 64;
  const uint64_t mask = uint64_t{1} << (bit % 64);
  if ((page->bits[word] & mask) == 0) return {};
  uint32_t rank = page->rank[word / kBlockWords];
  for (uint32_t w = word / kBlockWords * kBlockWords; w < word; ++w) {
    rank += static_cast<uint32_t>(std::popcount(page->bits[w]));
  }
  rank += static_cast<uint32_t>(std::popcount(page->bits[word] & (mask - 1)));
  return NodeId(rank);
}

}  // namespace taproot
