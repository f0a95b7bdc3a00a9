// Where a JVM writes its snapshot, and where we want it.
#pragma once

#include <atomic>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "attach/jvm_process.h"

namespace taproot {

// The JVM writes straight to our place where it sees the same files as we do, as the same user.
// Else it writes to a private folder in its own /tmp, from where Bring() copies the file. That
// folder is gone with this object. Not thread-safe.
class SnapshotPlace {
 public:
  // `path` is absolute. Errors name the place at which nothing can be written.
  static absl::StatusOr<SnapshotPlace> Make(const JvmProcess& process, const std::string& path);
  SnapshotPlace(SnapshotPlace&& other) noexcept;
  SnapshotPlace& operator=(SnapshotPlace&&) = delete;
  ~SnapshotPlace();

  const std::string& path_in_target() const { return path_in_target_; }
  // Errors are those of FileBytes and WholeFile; Cancelled once `cancelled` says so.
  absl::Status Bring(const std::atomic<bool>& cancelled);

 private:
  explicit SnapshotPlace(std::string path) : path_(std::move(path)), path_in_target_(path_) {}

  const std::string path_;
  std::string path_in_target_;
  std::string folder_;  // of our making, as we see it; empty: none
};

}  // namespace taproot
