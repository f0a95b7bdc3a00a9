#include "attach/trigger.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "attach/attach_error.h"
#include "attach/process_files.h"

namespace taproot {
namespace {

enum class Made : uint8_t { kNo, kBefore, kNow };

// The JVM believes a file of its own user, or of root's.
bool IsBelieved(const struct stat& status, const JvmProcess& process) {
  return S_ISREG(status.st_mode) && (status.st_uid == process.uid || status.st_uid == 0);
}

Made Make(const FileHandle& folder, const std::string& name, const JvmProcess& process) {
  if (!folder.ok()) return Made::kNo;
  struct stat status = {};
  const FileHandle file(openat(folder.get(), name.c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.ok()) {
    const bool there =
        errno == EEXIST && fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    return there && IsBelieved(status, process) ? Made::kBefore : Made::kNo;
  }
  if (fstat(file.get(), &status) == 0 && IsBelieved(status, process)) return Made::kNow;
  // A file system that gives files to somebody else.
  unlinkat(folder.get(), name.c_str(), 0);
  errno = EACCES;
  return Made::kNo;
}

absl::Status NoPlace(const JvmProcess& process, const std::string& name, int error) {
  const std::string message =
      absl::StrCat(Named(process), " cannot be asked: there is no room for ", name,
                   " in its working directory, nor in its /tmp: ", std::strerror(error),
                   "; let its user write to one of them");
  if (error == ENOSPC || error == EDQUOT) return absl::ResourceExhaustedError(message);
  return absl::PermissionDeniedError(message);
}

bool Signal(const JvmProcess& process, const std::string& proc) {
  const FileHandle pidfd = OpenPidfd(process.pid);
  // With that in hand the pid goes to nobody else.
  if (process.start_time != 0 &&
      ReadStartTime(process.pid, proc).value_or(0) != process.start_time) {
    errno = ESRCH;
    return false;
  }
  if (pidfd.ok() && syscall(SYS_pidfd_send_signal, pidfd.get(), SIGQUIT, nullptr, 0) == 0) {
    return true;
  }
  // Old kernels do not have it, and some containers forbid it.
  if (errno != ENOSYS && errno != EPERM) return false;
  return kill(process.pid, SIGQUIT) == 0;
}

}  // namespace

absl::StatusOr<TriggerFile> TriggerFile::Create(const JvmProcess& process,
                                                const TargetFiles& files) {
  const std::string name = absl::StrCat(".attach_pid", process.namespace_pid);
  FileHandle here(fcntl(files.working_directory().get(), F_DUPFD_CLOEXEC, 0));
  Made made = Make(here, name, process);
  if (made == Made::kNo) {
    here = files.OpenFolder("/tmp");
    made = Make(here, name, process);
  }
  if (made == Made::kNo) return NoPlace(process, name, errno);
  return TriggerFile(made == Made::kNow ? std::move(here) : FileHandle(), name);
}

TriggerFile::~TriggerFile() {
  if (folder_.ok()) unlinkat(folder_.get(), name_.c_str(), 0);
}

absl::Status SendQuit(const JvmProcess& process, const std::string& proc) {
  const std::optional<ProcessStatus> status = ReadProcessStatus(process.pid, proc);
  if (!status) return EndedMeanwhile(process);
  if (!status->catches_quit) {
    return absl::FailedPreconditionError(
        absl::StrCat(Named(process),
                     " does not handle SIGQUIT, by which a JVM is asked to open its attach socket: "
                     "it is only just starting, or it was started with -Xrs and has lost the "
                     "socket in its /tmp; try again, or restart it"));
  }
  if (Signal(process, proc)) return absl::OkStatus();
  if (errno == ESRCH) return EndedMeanwhile(process);
  return absl::PermissionDeniedError(
      absl::StrCat("cannot send a signal to ", Named(process), ": ", std::strerror(errno),
                   "; run taproot as the user of the JVM, or as root"));
}

}  // namespace taproot
