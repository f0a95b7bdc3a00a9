#include "files/file_bytes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

absl::Status ReadError(const std::string& path, int error) {
  const std::string message = absl::StrCat("cannot read ", path, ": ", std::strerror(error));
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return absl::NotFoundError(message);
    case EACCES:
    case EPERM:
      return absl::PermissionDeniedError(message);
    case ENOMEM:
      return absl::ResourceExhaustedError(message);
    default:
      return absl::InvalidArgumentError(message);
  }
}

// The number of bytes read: fewer than asked for where the file has become shorter, -1 on an error.
ssize_t ReadAll(int descriptor, std::span<std::byte> bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = read(descriptor, bytes.data() + done, bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  return static_cast<ssize_t>(done);
}

}  // namespace

absl::StatusOr<std::shared_ptr<const FileBytes>> FileBytes::Read(const std::string& path,
                                                                 FileAccess access) {
  // Without O_NONBLOCK a pipe would keep us waiting.
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return ReadError(path, errno);
  const absl::Cleanup close_file = [&] { close(descriptor); };
  struct stat status = {};
  if (fstat(descriptor, &status) != 0) return ReadError(path, errno);
  if (S_ISDIR(status.st_mode)) return ReadError(path, EISDIR);
  if (!S_ISREG(status.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat("cannot read ", path, ": it is no file"));
  }
  const auto size = static_cast<size_t>(status.st_size);
  if (size == 0) return std::shared_ptr<const FileBytes>(new FileBytes({}));
  const bool copy = access == FileAccess::kCopy;
  void* const memory =
      copy ? mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
           : mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (memory == MAP_FAILED) return ReadError(path, errno);
  const std::shared_ptr<const FileBytes> file(
      new FileBytes({static_cast<std::byte*>(memory), size}));
  if (!copy) return file;
  const ssize_t got = ReadAll(descriptor, file->bytes_);
  if (got < 0) return ReadError(path, errno);
  if (static_cast<size_t>(got) < size) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot read ", path, ": it was shortened meanwhile"));
  }
  return file;
}

FileBytes::~FileBytes() {
  if (!bytes_.empty()) munmap(bytes_.data(), bytes_.size());
}

}  // namespace taproot
