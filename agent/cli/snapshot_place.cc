#include "cli/snapshot_place.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "files/whole_file.h"

namespace taproot {
namespace {

constexpr std::string_view kName = "heap";
constexpr size_t kChunk = size_t{1} << 20;

absl::Status CannotWrite(std::string_view path, int reason) {
  return absl::FailedPreconditionError(
      absl::StrCat("cannot write to ", path, ": ", std::strerror(reason)));
}

// A folder that the JVM, and no other user, can write to.
absl::StatusOr<std::string> MakeFolder(const JvmProcess& process, const std::string& parent) {
  std::string folder = absl::StrCat(parent, "/.taproot-snapshot-XXXXXX");
  if (mkdtemp(folder.data()) == nullptr) return CannotWrite(parent, errno);
  if (process.uid != geteuid() && chown(folder.c_str(), process.uid, process.gid) != 0) {
    const int reason = errno;
    rmdir(folder.c_str());
    return CannotWrite(parent, reason);
  }
  return folder;
}

absl::Status Copy(int from, WholeFile& to, const std::atomic<bool>& cancelled) {
  std::vector<std::byte> chunk(kChunk);
  while (!cancelled) {
    const ssize_t count = read(from, chunk.data(), chunk.size());
    if (count == 0) return absl::OkStatus();
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return absl::InternalError(std::strerror(errno));
    absl::Status written = to.Write(std::span(chunk).first(static_cast<size_t>(count)));
    if (!written.ok()) return written;
  }
  return absl::CancelledError("cancelled");
}

}  // namespace

absl::StatusOr<SnapshotPlace> SnapshotPlace::Make(const JvmProcess& process,
                                                  const std::string& path) {
  if (absl::Status s = WholeFile::Create(path).status(); !s.ok()) return s;
  SnapshotPlace place(path);
  if (!process.other_mounts && process.uid == geteuid()) return place;
  const std::string root = absl::StrCat("/proc/", process.pid, "/root");
  absl::StatusOr<std::string> folder = MakeFolder(process, absl::StrCat(root, "/tmp"));
  if (!folder.ok()) return folder.status();
  place.folder_ = *std::move(folder);
  place.path_in_target_ = absl::StrCat(place.folder_.substr(root.size()), "/", kName);
  return place;
}

SnapshotPlace::SnapshotPlace(SnapshotPlace&& other) noexcept
    : path_(other.path_),
      path_in_target_(std::move(other.path_in_target_)),
      folder_(std::exchange(other.folder_, {})) {}

SnapshotPlace::~SnapshotPlace() {
  if (folder_.empty()) return;
  unlink(absl::StrCat(folder_, "/", kName).c_str());
  rmdir(folder_.c_str());
}

absl::Status SnapshotPlace::Bring(const std::atomic<bool>& cancelled) {
  if (folder_.empty()) return absl::OkStatus();
  const std::string from = absl::StrCat(folder_, "/", kName);
  const int descriptor = open(from.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) {
    return absl::NotFoundError(absl::StrCat("cannot read ", from, ": ", std::strerror(errno)));
  }
  const absl::Cleanup close_it = [descriptor] { close(descriptor); };
  absl::StatusOr<WholeFile> to = WholeFile::Create(path_);
  if (!to.ok()) return to.status();
  if (absl::Status s = Copy(descriptor, *to, cancelled); !s.ok()) return s;
  return to->Commit();
}

}  // namespace taproot
