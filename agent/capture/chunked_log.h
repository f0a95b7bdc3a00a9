// An append-only list for use at a safepoint: appending never copies what is there, and memory that
// cannot be had is an error to ask for rather than an exception.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace taproot {

template <typename T>
class ChunkedLog {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  static constexpr size_t kChunk = size_t{1} << 16;

  // False if there is no memory; the entry is lost then.
  bool Append(T value) {
    if (next_ == end_ && !Grow()) return false;
    *next_++ = value;
    return true;
  }
  T& back() { return next_[-1]; }
  uint64_t size() const {
    return chunks_.empty()
               ? 0
               : (chunks_.size() - 1) * kChunk + kChunk - static_cast<size_t>(end_ - next_);
  }
  bool empty() const { return chunks_.empty(); }
  const T& operator[](uint64_t i) const { return chunks_[i / kChunk][i % kChunk]; }
  void Clear() {
    chunks_.clear();
    next_ = end_ = nullptr;
  }

 private:
  bool Grow() {
    std::unique_ptr<T[]> chunk(new (std::nothrow) T[kChunk]);
    if (chunk == nullptr) return false;
    next_ = chunk.get();
    end_ = next_ + kChunk;
    chunks_.push_back(std::move(chunk));
    return true;
  }

  std::vector<std::unique_ptr<T[]>> chunks_;
  T* next_ = nullptr;
  T* end_ = nullptr;
};

}  // namespace taproot
