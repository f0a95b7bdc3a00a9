// A file that appears whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace taproot {

// Written under a temporary name beside its place and renamed by Commit(); without that, nothing is
// left of it, even by RemoveUnfinished(). Mode 0600. Errors name the path: PermissionDenied,
// ResourceExhausted if the disk is full, else InvalidArgument. Not thread-safe.
class WholeFile {
 public:
  // Fails too if there is a device, a pipe, a folder or a symbolic link in its place.
  static absl::StatusOr<WholeFile> Create(const std::string& path);
  WholeFile(WholeFile&& other) noexcept;
  WholeFile& operator=(WholeFile&&) = delete;
  ~WholeFile();

  absl::Status Write(std::span<const std::byte> bytes);
  // Over what stands there already.
  absl::Status Overwrite(uint64_t offset, std::span<const std::byte> bytes);
  absl::Status Commit();

 private:
  class Temporary;

  WholeFile(std::string path, std::unique_ptr<Temporary> temporary, int descriptor);

  std::string path_;
  std::unique_ptr<Temporary> temporary_;  // null once there is none
  int descriptor_;
};

}  // namespace taproot
