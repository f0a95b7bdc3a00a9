// Asking a HotSpot to open its attach socket.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "attach/file_handle.h"
#include "attach/jvm_process.h"
#include "attach/target_files.h"

namespace taproot {

// The file that tells a JVM that SIGQUIT is meant for its attach mechanism and not for a dump of
// its threads. It goes with its owner, unless it was there before.
class TriggerFile {
 public:
  // To be called as the user of the JVM. PermissionDenied, ResourceExhausted, Unavailable if there
  // is no place for it.
  static absl::StatusOr<TriggerFile> Create(const JvmProcess& process, const TargetFiles& files);
  TriggerFile(TriggerFile&& other) noexcept = default;
  TriggerFile& operator=(TriggerFile&&) = delete;
  ~TriggerFile();

 private:
  TriggerFile(FileHandle folder, std::string name)
      : folder_(std::move(folder)), name_(std::move(name)) {}

  FileHandle folder_;  // not ok if it is not ours to remove
  std::string name_;
};

// Sends SIGQUIT to this process and no other that has its pid by now, if it handles the signal: it
// would end a process that does not, and then FailedPrecondition says so.
absl::Status SendQuit(const JvmProcess& process, const std::string& proc = "/proc");

}  // namespace taproot
