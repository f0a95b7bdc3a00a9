// A large array of plain values. Against a std::vector: it is not written to until it is used, and
// it asks for huge pages, without which every jump in a graph costs a TLB miss as well.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace taproot {

template <typename T>
class FlatArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  FlatArray() = default;
  // All bytes are 0. Throws std::bad_alloc.
  explicit FlatArray(size_t size)
      : data_(static_cast<T*>(std::calloc(size == 0 ? 1 : size, sizeof(T)))), size_(size) {
    if (data_ == nullptr) throw std::bad_alloc();
    AskForHugePages();
  }
  FlatArray(FlatArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  FlatArray& operator=(FlatArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~FlatArray() { std::free(data_); }

  // Gives the memory back.
  void Release() { FlatArray gone(std::move(*this)); }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  std::span<const T> first(size_t count) const { return {data_, count}; }
  // NOLINTBEGIN(google-explicit-constructor): as implicit as those of a std::vector.
  operator std::span<T>() { return {data_, size_}; }
  operator std::span<const T>() const { return {data_, size_}; }
  // NOLINTEND(google-explicit-constructor)

 private:
  void AskForHugePages() {
    constexpr size_t kWorthIt = size_t{4} << 20;
    const size_t bytes = size_ * sizeof(T);
    if (bytes < kWorthIt) return;
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t before = -reinterpret_cast<uintptr_t>(data_) & (page - 1);  // the first whole page
    // Only a wish: the kernel may say no.
    madvise(reinterpret_cast<char*>(data_) + before, (bytes - before) & ~(page - 1), MADV_HUGEPAGE);
  }

  T* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace taproot
