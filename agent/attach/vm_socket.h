// The way to HotSpot's attach socket.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "attach/attach.h"
#include "attach/file_handle.h"
#include "attach/jvm_process.h"
#include "attach/patience.h"
#include "attach/target_files.h"
#include "attach/vm_protocol.h"

namespace taproot {

// Not thread-safe. What it is made with must outlive it. All of it is to be called as the user of
// the JVM, see TargetUser. Errors as of AttachAndLoad.
class VmSocket {
 public:
  VmSocket(const JvmProcess& process, const TargetFiles& files, const AttachOptions& options)
      : process_(process), files_(files), options_(options) {}

  // Has the JVM listen, if it does not yet: by a file .attach_pidPID in its working directory, or
  // in /tmp, and SIGQUIT. That file is gone afterwards. The signal is only sent to a process that
  // handles it.
  absl::Status Open();

  // One request, one reply.
  absl::StatusOr<VmReply> Ask(std::string_view request);

  // For as long as the JVM may take to open its socket.
  Patience patience() const {
    return Patience(process_, options_.open_timeout, options_.cancelled, options_.proc);
  }

 private:
  absl::StatusOr<FileHandle> Connect(const Patience& patience) const;
  absl::StatusOr<std::string> Exchange(std::string_view request, const Patience& patience) const;
  absl::Status CheckSocketFile() const;
  absl::Status CheckPeer(const FileHandle& connection) const;
  absl::Status AwaitSignalHandler(Patience& patience) const;
  absl::Status Wake(Patience& patience) const;

  const JvmProcess& process_;
  const TargetFiles& files_;
  const AttachOptions& options_;
  FileHandle folder_;  // where the socket is
  std::string name_;
};

}  // namespace taproot
