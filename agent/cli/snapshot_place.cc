#include "cli/snapshot_place.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "attach/file_handle.h"
#include "attach/target_files.h"
#include "files/whole_file.h"

namespace taproot {
namespace {

constexpr const char* kPrefix = ".taproot-snapshot-";
constexpr const char* kName = "heap";
constexpr const char* kWhere = "/tmp";
constexpr size_t kChunk = size_t{1} << 20;

// A folder that the JVM, and no other user, can write to.
absl::Status MakeFolder(const JvmProcess& process, PrivateFolder& folder) {
  const absl::StatusOr<TargetFiles> files = TargetFiles::Open(process);
  if (!files.ok()) return files.status();
  absl::Status made = folder.Make(*files, kWhere);
  if (made.ok()) made = folder.GiveTo(process);
  if (made.ok()) return made;
  return absl::FailedPreconditionError(
      absl::StrCat("process ", process.pid, " has no place for its snapshot: ", made.message()));
}

// By then the folder is the target's, which can put anything there.
absl::StatusOr<FileHandle> OpenWritten(const PrivateFolder& folder, const JvmProcess& process) {
  const std::string path = folder.path_in_target();
  FileHandle file(
      openat(folder.descriptor().get(), kName, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status = {};
  if (!file.ok() || fstat(file.get(), &status) != 0) {
    return absl::NotFoundError(absl::StrCat("cannot read ", path, " of process ", process.pid, ": ",
                                            std::strerror(errno)));
  }
  if (!S_ISREG(status.st_mode) || status.st_uid != process.uid) {
    return absl::PermissionDeniedError(absl::StrCat(
        path, " of process ", process.pid, " is not the file that the process has written"));
  }
  return file;
}

absl::Status Copy(const FileHandle& from, WholeFile& to, const std::atomic<bool>& cancelled) {
  std::vector<std::byte> chunk(kChunk);
  while (!cancelled) {
    const ssize_t count = read(from.get(), chunk.data(), chunk.size());
    if (count == 0) return absl::OkStatus();
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return absl::InternalError(std::strerror(errno));
    absl::Status written = to.Write(std::span(chunk).first(static_cast<size_t>(count)));
    if (!written.ok()) return written;
  }
  return absl::CancelledError("cancelled");
}

}  // namespace

SnapshotPlace::SnapshotPlace(std::string path, JvmProcess process)
    : path_(std::move(path)), process_(std::move(process)), path_in_target_(path_) {}

absl::StatusOr<SnapshotPlace> SnapshotPlace::Make(const JvmProcess& process,
                                                  const std::string& path) {
  if (absl::Status s = WholeFile::Create(path).status(); !s.ok()) return s;
  SnapshotPlace place(path, process);
  if (!process.other_mounts && process.uid == geteuid()) return place;
  place.folder_ = std::make_unique<PrivateFolder>(kPrefix, kName);
  if (absl::Status s = MakeFolder(process, *place.folder_); !s.ok()) return s;
  place.path_in_target_ = place.folder_->path_in_target();
  return place;
}

absl::Status SnapshotPlace::Bring(const std::atomic<bool>& cancelled) {
  if (folder_ == nullptr) return absl::OkStatus();
  const absl::StatusOr<FileHandle> from = OpenWritten(*folder_, process_);
  if (!from.ok()) return from.status();
  absl::StatusOr<WholeFile> to = WholeFile::Create(path_);
  if (!to.ok()) return to.status();
  if (absl::Status s = Copy(*from, *to, cancelled); !s.ok()) return s;
  return to->Commit();
}

}  // namespace taproot
