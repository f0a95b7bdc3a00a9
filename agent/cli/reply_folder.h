// A private folder with a listening socket in it, at a place that this process and the target both
// see.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "attach/file_handle.h"
#include "attach/jvm_process.h"
#include "attach/target_files.h"
#include "cli/private_folder.h"

namespace taproot {

class ReplyFolder {
 public:
  // Empty, and nothing to remove.
  ReplyFolder();

  // In `where`, an absolute path as the target sees it. To be called as the user of the target.
  // Unavailable if that cannot be.
  absl::Status Make(const JvmProcess& process, const TargetFiles& files, const std::string& where);

  int listener() const { return listener_.get(); }
  const std::string& path_in_target() const { return path_in_target_; }

  // Of the socket and the folder. May be called again. Async-signal-safe.
  void Remove() noexcept { folder_.Remove(); }

 private:
  absl::Status Listen(const JvmProcess& process);

  PrivateFolder folder_;
  FileHandle listener_;
  std::string path_in_target_;
};

// Removes what others like this one have left in `where` that were killed.
void RemoveLeftFolders(const TargetFiles& files, const std::string& where);

}  // namespace taproot
