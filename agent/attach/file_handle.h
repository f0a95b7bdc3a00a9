// A file descriptor that is closed with its owner.
#pragma once

#include <unistd.h>

#include <utility>

namespace taproot {

class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int number) : number_(number) {}
  FileHandle(FileHandle&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileHandle& operator=(FileHandle&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileHandle() {
    if (number_ >= 0) close(number_);
  }

  bool ok() const { return number_ >= 0; }
  int get() const { return number_; }

 private:
  int number_ = -1;
};

}  // namespace taproot
