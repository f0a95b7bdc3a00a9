#include "files/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <utility>

#include "absl/strings/str_cat.h"
#include "files/unfinished.h"

namespace taproot {
namespace {

absl::Status WriteError(const std::string& path) {
  const int error = errno;
  const std::string message = absl::StrCat("cannot write ", path, ": ", std::strerror(error));
  switch (error) {
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::PermissionDeniedError(message);
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return absl::ResourceExhaustedError(message);
    default:
      return absl::InvalidArgumentError(message);
  }
}

// rename(2) would put a file in the place of /dev/null, a pipe or the link /dev/stdout.
absl::Status CheckReplaceable(const std::string& path) {
  struct stat status = {};
  if (lstat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return absl::OkStatus();
  if (S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    return WriteError(path);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("cannot write ", path, ": there is something that is no regular file"));
}

// The name is unguessable enough for a folder that others can write, and O_EXCL does the rest.
std::string TemporaryName(const std::string& path) {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return absl::StrCat(path, ".", getpid(), ".", now.tv_nsec, ".tmp");
}

}  // namespace

class WholeFile::Temporary final : public Unfinished {
 public:
  explicit Temporary(std::string path) : path_(std::move(path)) { Remember(); }
  ~Temporary() { Forget(); }

  const char* path() const { return path_.c_str(); }
  void Remove() noexcept override { unlink(path_.c_str()); }

 private:
  const std::string path_;
};

absl::StatusOr<WholeFile> WholeFile::Create(const std::string& path) {
  if (absl::Status s = CheckReplaceable(path); !s.ok()) return s;
  // Before there is anything to remove.
  auto temporary = std::make_unique<Temporary>(TemporaryName(path));
  const int descriptor = open(temporary->path(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return WriteError(path);
  return WholeFile(path, std::move(temporary), descriptor);
}

WholeFile::WholeFile(std::string path, std::unique_ptr<Temporary> temporary, int descriptor)
    : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

WholeFile::~WholeFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (temporary_ != nullptr) temporary_->Remove();
}

absl::Status WholeFile::Write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return WriteError(path_);
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

absl::Status WholeFile::Overwrite(uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written =
        pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return WriteError(path_);
    bytes = bytes.subspan(static_cast<size_t>(written));
    offset += static_cast<uint64_t>(written);
  }
  return absl::OkStatus();
}

absl::Status WholeFile::Commit() {
  // Where a disk is far away, only closing tells that it is full.
  if (close(std::exchange(descriptor_, -1)) != 0) return WriteError(path_);
  if (rename(temporary_->path(), path_.c_str()) != 0) return WriteError(path_);
  temporary_.reset();
  return absl::OkStatus();
}

}  // namespace taproot
