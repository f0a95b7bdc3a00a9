// A folder of our own at a place where others can write too, and what is in it.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "attach/file_handle.h"
#include "attach/jvm_process.h"
#include "attach/target_files.h"
#include "files/unfinished.h"

namespace taproot {

// All is done through descriptors: whoever may rename what we have made cannot lead us elsewhere.
// Not thread-safe.
class PrivateFolder final : public Unfinished {
 public:
  // Its name will begin with `prefix`, and there will be at most `entry` in it. Both are literals.
  PrivateFolder(const char* prefix, const char* entry);
  ~PrivateFolder();

  // In `where`, an absolute path as the target sees it; mode 0700. Unavailable names the reason.
  absl::Status Make(const TargetFiles& files, const std::string& where);
  // From now on it belongs to the user of the process. Unavailable names the reason.
  absl::Status GiveTo(const JvmProcess& process);

  const FileHandle& descriptor() const { return folder_; }
  // Of the entry.
  std::string path_in_target() const;

  // With the entry.
  void Remove() noexcept override;

 private:
  absl::Status MakeUnderNewName();

  const char* const prefix_;
  const char* const entry_;
  std::string where_;
  FileHandle place_;   // that the folder is in
  FileHandle folder_;  // not ok: not made yet
  char name_[48] = {};
  bool removed_ = false;
};

}  // namespace taproot
