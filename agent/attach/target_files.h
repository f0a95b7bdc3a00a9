// The files of a machine as another process sees them.
#pragma once

#include <sys/types.h>

#include <string>

#include "absl/status/statusor.h"
#include "attach/file_handle.h"
#include "attach/jvm_process.h"

namespace taproot {

// Where anybody may write, in the order in which they are tried.
inline constexpr const char* kPlacesForAll[] = {"/tmp", "/var/tmp", "/dev/shm"};

// Immutable; may be used from any thread. It goes on working when the process has ended.
class TargetFiles {
 public:
  // PermissionDenied if we may not look, NotFound if it has ended.
  static absl::StatusOr<TargetFiles> Open(const JvmProcess& process,
                                          const std::string& proc = "/proc");

  // As open(2), with an absolute path as the process sees it: links lead where they lead there. Not
  // ok, with errno set, if that fails.
  FileHandle OpenFile(const std::string& path, int flags, mode_t mode = 0) const;
  // To be used with openat(2) and its like.
  FileHandle OpenFolder(const std::string& path) const;

  // Its working directory; not ok if it cannot be had.
  const FileHandle& working_directory() const { return working_directory_; }

 private:
  TargetFiles(FileHandle root, FileHandle working_directory)
      : root_(std::move(root)), working_directory_(std::move(working_directory)) {}

  FileHandle root_;
  FileHandle working_directory_;
};

}  // namespace taproot
