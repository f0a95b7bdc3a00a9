// The content of a file as one piece of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "absl/status/statusor.h"

namespace taproot {

enum class FileAccess : uint8_t {
  kMap,   // the file itself: if somebody shortens it, the next look at what is gone is a SIGBUS
  kCopy,  // as it was read
};

class FileBytes {
 public:
  // Errors name the path: NotFound, PermissionDenied, InvalidArgument for what is no regular file
  // or cannot be read, ResourceExhausted for want of memory.
  static absl::StatusOr<std::shared_ptr<const FileBytes>> Read(const std::string& path,
                                                               FileAccess access);
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;
  ~FileBytes();

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit FileBytes(std::span<std::byte> bytes) : bytes_(bytes) {}

  std::span<std::byte> bytes_;
};

}  // namespace taproot
