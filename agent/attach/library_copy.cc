#include "attach/library_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "attach/attach_error.h"
#include "attach/file_handle.h"

namespace taproot {
namespace {

constexpr const char* kName = "libtaproot.so";
constexpr int kRead = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW;

bool MayRunFrom(int descriptor) {
  struct statvfs status = {};
  return fstatvfs(descriptor, &status) != 0 || (status.f_flag & ST_NOEXEC) == 0;
}

absl::Status Failed(const std::string& path, std::string_view reason) {
  return absl::UnavailableError(absl::StrCat("cannot write ", path, ": ", reason));
}

absl::Status Write(int file, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return Failed(path, std::strerror(errno));
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

// Whole, or not at all: another attach may look for it meanwhile.
absl::Status WriteInto(int folder, std::string_view bytes, const std::string& path) {
  const std::string temporary = absl::StrCat(".", kName, ".", getpid());
  unlinkat(folder, temporary.c_str(), 0);  // of a process that had our pid and did not come so far
  const FileHandle file(
      openat(folder, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0500));
  if (!file.ok()) return Failed(path, std::strerror(errno));
  absl::Cleanup remove = [&] { unlinkat(folder, temporary.c_str(), 0); };
  if (absl::Status s = Write(file.get(), bytes, path); !s.ok()) return s;
  if (renameat(folder, temporary.c_str(), folder, kName) != 0) {
    return Failed(path, std::strerror(errno));
  }
  std::move(remove).Cancel();
  return absl::OkStatus();
}

// A folder that nobody but its user can have put something in.
absl::Status CheckPrivate(int folder, const std::string& path) {
  struct stat status = {};
  if (fstat(folder, &status) != 0) return Failed(path, std::strerror(errno));
  if (status.st_uid == geteuid() && (status.st_mode & 077) == 0) return absl::OkStatus();
  return Failed(path, "there is a folder by that name that is somebody else's: remove it");
}

absl::StatusOr<std::string> PutInto(const std::string& place, const TargetFiles& files,
                                    const AgentLibrary& library) {
  const std::string name = absl::StrCat(".taproot-", library.Fingerprint(), "-", geteuid());
  const std::string path = absl::StrCat(place, "/", name, "/", kName);
  const FileHandle parent = files.OpenFolder(place);
  if (!parent.ok()) return Failed(path, std::strerror(errno));
  if (!MayRunFrom(parent.get())) return Failed(path, "it is mounted noexec");
  const bool made = mkdirat(parent.get(), name.c_str(), 0700) == 0;
  if (!made && errno != EEXIST) return Failed(path, std::strerror(errno));
  absl::Cleanup remove = [&] {
    if (made) unlinkat(parent.get(), name.c_str(), AT_REMOVEDIR);
  };
  const FileHandle folder(
      openat(parent.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder.ok()) return Failed(path, std::strerror(errno));
  if (absl::Status s = CheckPrivate(folder.get(), path); !s.ok()) return s;
  const FileHandle there(openat(folder.get(), kName, kRead));
  if (!there.ok() || !library.IsSame(there.get())) {
    if (absl::Status s = WriteInto(folder.get(), library.bytes(), path); !s.ok()) return s;
  }
  std::move(remove).Cancel();
  return path;
}

}  // namespace

bool SeesLibrary(const TargetFiles& files, const AgentLibrary& library) {
  const FileHandle file = files.OpenFile(library.path(), O_RDONLY | O_NONBLOCK);
  return file.ok() && library.IsSame(file.get()) && MayRunFrom(file.get());
}

absl::StatusOr<std::string> PutCopy(const JvmProcess& process, const TargetFiles& files,
                                    const AgentLibrary& library) {
  std::string reasons;
  for (const char* place : kPlacesForAll) {
    absl::StatusOr<std::string> path = PutInto(place, files, library);
    if (path.ok()) return path;
    absl::StrAppend(&reasons, reasons.empty() ? "" : "; ", path.status().message());
  }
  return absl::UnavailableError(
      absl::StrCat(Named(process), " does not see ", library.path(),
                   ", or may not read it, and there is no place for a copy: ", reasons));
}

}  // namespace taproot
