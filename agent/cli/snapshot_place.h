// Where a JVM writes its snapshot, and where we want it.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "attach/jvm_process.h"
#include "cli/private_folder.h"

namespace taproot {

// The JVM writes straight to our place where it sees the same files as we do, as the same user.
// Else it writes to a private folder in its own /tmp, from where Bring() copies the file. That
// folder is gone with this object. Not thread-safe.
class SnapshotPlace {
 public:
  // `path` is absolute. Errors name the place at which nothing can be written.
  static absl::StatusOr<SnapshotPlace> Make(const JvmProcess& process, const std::string& path);

  const std::string& path_in_target() const { return path_in_target_; }
  // NotFound and PermissionDenied: there is no such file, or another than the JVM has written.
  // Errors of WholeFile; Cancelled once `cancelled` says so.
  absl::Status Bring(const std::atomic<bool>& cancelled);

 private:
  SnapshotPlace(std::string path, JvmProcess process);

  std::string path_;
  JvmProcess process_;
  std::string path_in_target_;
  std::unique_ptr<PrivateFolder> folder_;  // null: none is needed
};

}  // namespace taproot
