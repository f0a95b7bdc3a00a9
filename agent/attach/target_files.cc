#include "attach/target_files.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "attach/attach_error.h"
#include "attach/target_user.h"

namespace taproot {
namespace {

constexpr int kFolder = O_PATH | O_DIRECTORY | O_CLOEXEC;

int OpenInRoot(int root, const std::string& path, int flags, mode_t mode) {
  open_how how = {};
  how.flags = static_cast<uint64_t>(flags);
  how.mode = (flags & O_CREAT) != 0 ? mode : 0;
  how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
  for (int i = 0; i < 10; ++i) {
    const long file = syscall(SYS_openat2, root, path.c_str(), &how, sizeof how);
    // EAGAIN: somebody moved a folder meanwhile.
    if (file >= 0 || errno != EAGAIN) return static_cast<int>(file);
  }
  return -1;
}

// As root where that is allowed, else as the user of the process.
FileHandle OpenProcessFolder(const JvmProcess& process, const std::string& path) {
  FileHandle folder(open(path.c_str(), kFolder));
  if (folder.ok() || (errno != EACCES && errno != EPERM)) return folder;
  const TargetUser user(process);
  return FileHandle(open(path.c_str(), kFolder));
}

}  // namespace

absl::StatusOr<TargetFiles> TargetFiles::Open(const JvmProcess& process, const std::string& proc) {
  const std::string folder = absl::StrCat(proc, "/", process.pid);
  FileHandle root = OpenProcessFolder(process, folder + "/root");
  if (!root.ok() && errno == ENOENT) return EndedMeanwhile(process);
  // A process that hides its files from its own user (it is not dumpable) mostly sees the same ones
  // as we do. Who is met there is asked for its pid.
  if (!root.ok() && !process.other_pids) root = FileHandle(open("/", kFolder));
  if (!root.ok()) return NoRightsThere(process);
  return TargetFiles(std::move(root), OpenProcessFolder(process, folder + "/cwd"));
}

FileHandle TargetFiles::OpenFile(const std::string& path, int flags, mode_t mode) const {
  const int file = OpenInRoot(root_.get(), path, flags | O_CLOEXEC, mode);
  // Kernels before 5.6 do not have it, and some containers forbid it.
  if (file < 0 && (errno == ENOSYS || errno == EPERM)) {
    const size_t relative = path.find_first_not_of('/');
    const std::string name = relative == std::string::npos ? "." : path.substr(relative);
    return FileHandle(openat(root_.get(), name.c_str(), flags | O_CLOEXEC, mode));
  }
  return FileHandle(file);
}

FileHandle TargetFiles::OpenFolder(const std::string& path) const {
  return OpenFile(path, O_PATH | O_DIRECTORY);
}

}  // namespace taproot
