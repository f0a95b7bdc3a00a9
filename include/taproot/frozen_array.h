// An array that never changes any more and does not care where it lies: in a vector of its own or
// in a file that is mapped into memory. Copies share the elements; the last one lets go of them.
// Const methods may be called from any number of threads at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace taproot {

template <typename T>
class FrozenArray {
 public:
  FrozenArray() = default;
  FrozenArray(std::vector<T> elements)  // NOLINT(google-explicit-constructor): it is the same array
      : FrozenArray(std::make_shared<const std::vector<T>>(std::move(elements))) {}
  // Elements that lie elsewhere, for as long as `backing` is held.
  FrozenArray(std::span<const T> elements, std::shared_ptr<const void> backing)
      : elements_(elements), backing_(std::move(backing)) {}

  size_t size() const { return elements_.size(); }
  bool empty() const { return elements_.empty(); }
  const T& operator[](size_t index) const { return elements_[index]; }
  const T& front() const { return elements_.front(); }
  const T& back() const { return elements_.back(); }
  const T* data() const { return elements_.data(); }
  auto begin() const { return elements_.begin(); }
  auto end() const { return elements_.end(); }

  friend bool operator==(const FrozenArray& a, const FrozenArray& b) {
    return std::ranges::equal(a, b);
  }

 private:
  explicit FrozenArray(std::shared_ptr<const std::vector<T>> elements)
      : elements_(*elements), backing_(std::move(elements)) {}

  std::span<const T> elements_;
  std::shared_ptr<const void> backing_;
};

}  // namespace taproot
