#include "control/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

std::atomic<int> log_descriptor{STDERR_FILENO};

}  // namespace

absl::Status LogToFile(const std::string& path) {
  const int descriptor =
      open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600);
  if (descriptor < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot write the log ", path, ": ", std::strerror(errno)));
  }
  int before = STDERR_FILENO;
  if (!log_descriptor.compare_exchange_strong(before, descriptor)) {
    // Another thread may be about to write to the old file: its descriptor is never closed, since
    // the application could get the same number.
    dup3(descriptor, before, O_CLOEXEC);
    close(descriptor);
  }
  return absl::OkStatus();
}

void LogText(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(log_descriptor.load(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // nowhere left to say so
    text.remove_prefix(static_cast<size_t>(written));
  }
}

void LogInfo(std::string_view message) { LogText(absl::StrCat("[taproot] ", message, "\n")); }

void LogError(std::string_view message) {
  LogText(absl::StrCat("[taproot] error: ", message, "\n"));
}

}  // namespace taproot
