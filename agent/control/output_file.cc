#include "control/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

absl::Status FileError(const std::string& path) {
  const int error = errno;
  const std::string message = absl::StrCat("cannot write ", path, ": ", std::strerror(error));
  return error == EACCES || error == EROFS ? absl::PermissionDeniedError(message)
                                           : absl::InvalidArgumentError(message);
}

bool WriteAll(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// rename(2) would put a file in the place of /dev/null, a pipe or the link /dev/stdout.
absl::Status CheckReplaceable(const std::string& path) {
  struct stat status = {};
  if (lstat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) return absl::OkStatus();
  if (S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    return FileError(path);
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

std::string ExpandOutputName(std::string_view pattern) {
  std::string name;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char next = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : '\0';
    if (next == 'p') {
      absl::StrAppend(&name, getpid());
    } else if (next == 't') {
      const time_t now = time(nullptr);
      tm local = {};
      localtime_r(&now, &local);
      char stamp[32];
      const size_t length = strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%S", &local);
      name.append(stamp, length);
    } else if (next == '%') {
      name += '%';
    } else {
      name += pattern[i];
      continue;
    }
    ++i;
  }
  return name;
}

absl::Status CheckWritable(const std::string& path) {
  if (absl::Status s = CheckReplaceable(path); !s.ok()) return s;
  const std::string temporary = TemporaryName(path);
  const int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return FileError(path);
  close(descriptor);
  unlink(temporary.c_str());
  return absl::OkStatus();
}

absl::Status WriteWholeFile(const std::string& path, std::string_view content) {
  if (absl::Status s = CheckReplaceable(path); !s.ok()) return s;
  const std::string temporary = TemporaryName(path);
  const int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return FileError(path);
  const bool written = WriteAll(descriptor, content);
  absl::Status status = written ? absl::OkStatus() : FileError(path);
  if (close(descriptor) != 0 && status.ok()) status = FileError(path);
  if (status.ok() && rename(temporary.c_str(), path.c_str()) != 0) status = FileError(path);
  if (!status.ok()) unlink(temporary.c_str());
  return status;
}

}  // namespace taproot
