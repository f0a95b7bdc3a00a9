#include "capture/follow/key_index.h"

#include <algorithm>
#include <iterator>

namespace taproot {
namespace {

// Without the processor's own instruction, which not every x86-64 has, the compiler calls a
// function for std::popcount: this is half of the cost of a look-up.
constexpr uint64_t PopCount(uint64_t bits) {
  bits -= (bits >> 1) & 0x5555555555555555;
  bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return (bits * 0x0101010101010101) >> 56;
}

}  // namespace

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

bool KeyIndex::Contains(ObjectKey key) const {
  const Page* page = PageOf(key >> kPageShift);
  const uint32_t bit = static_cast<uint32_t>(key >> 3) & (kWordsPerPage * 64 - 1);
  return page != nullptr && ((page->bits[bit / 64] >> (bit % 64)) & 1) != 0;
}

absl::Status KeyIndex::AddPage(uint64_t page) {
  if (pages_.empty()) first_page_ = lowest_page_ = highest_page_ = page;
  const uint64_t lowest = std::min(lowest_page_, page);
  const uint64_t highest = std::max(highest_page_, page);
  if (highest - lowest >= kMaxPages) {
    return absl::ResourceExhaustedError("objects lie too far apart to be numbered by address");
  }
  lowest_page_ = lowest;
  highest_page_ = highest;
  const uint64_t high = std::max(first_page_ + pages_.size(), page + 1);
  if (page < first_page_) {
    // Downward growth is rare; some room below keeps it from being quadratic.
    const uint64_t room = std::min<uint64_t>(first_page_, first_page_ - page + pages_.size());
    const uint64_t first = first_page_ - room;
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
      page->rank[word] = count;
      count += static_cast<uint32_t>(PopCount(page->bits[word]));
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
  return NodeId(page->rank[word] + static_cast<uint32_t>(PopCount(page->bits[word] & (mask - 1))));
}

}  // namespace taproot
