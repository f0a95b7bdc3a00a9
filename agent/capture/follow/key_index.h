// Numbers a set of object keys 0..n-1 in rising order: a bitmap of the used words, a bit for each
// 8 bytes of a page, with a rank for each 64 bits; so a key costs one look-up. Filled first,
// sealed, then read; reading is thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "capture/follow/mark_table.h"
#include "taproot/ids.h"

namespace taproot {

class KeyIndex {
 public:
  // Keys are multiples of 8. ResourceExhausted if they lie too far apart for a directory.
  absl::Status Insert(ObjectKey key);
  // Whether the key was inserted, asked before Seal().
  bool Contains(ObjectKey key) const;
  // Gives out the numbers. No Insert() afterwards.
  void Seal();
  uint32_t size() const { return size_; }
  // None for a key that was not inserted.
  NodeId Find(ObjectKey key) const;

 private:
  static constexpr uint32_t kPageShift = 20;  // a page stands for 1 MiB of keys
  static constexpr uint32_t kWordsPerPage = (1u << kPageShift) / 8 / 64;
  static constexpr uint64_t kMaxPages = uint64_t{1} << 24;  // 16 TiB of heap

  struct Page {
    uint64_t bits[kWordsPerPage] = {};
    uint32_t rank[kWordsPerPage] = {};  // keys below the word
  };

  absl::Status AddPage(uint64_t page);
  Page* PageOf(uint64_t page) const {
    return page - first_page_ < pages_.size() ? pages_[page - first_page_].get() : nullptr;
  }

  uint64_t first_page_ = 0;  // of the directory, which may begin below the lowest page in use
  uint64_t lowest_page_ = 0;
  uint64_t highest_page_ = 0;
  std::vector<std::unique_ptr<Page>> pages_;
  uint32_t size_ = 0;
};

}  // namespace taproot
