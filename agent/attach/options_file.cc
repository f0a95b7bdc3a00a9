#include "attach/options_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "attach/attach_error.h"

namespace taproot {
namespace {

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

absl::Status NotWritten(const JvmProcess& process) {
  return absl::UnavailableError(absl::StrCat(
      "the command is too long to be handed to ", Named(process),
      " but by a file in its /tmp, and that cannot be written: ", std::strerror(errno)));
}

}  // namespace

SplitCommand SplitForFile(std::string_view command) {
  SplitCommand split;
  for (std::string_view word : absl::StrSplit(command, ',')) {
    const std::string_view bare = absl::StripAsciiWhitespace(word);
    const bool is_first = split.stays.empty();
    if (is_first || bare.starts_with("reply=") || bare.starts_with("options=")) {
      absl::StrAppend(&split.stays, is_first ? "" : ",", word);
    } else {
      absl::StrAppend(&split.goes, split.goes.empty() ? "" : ",", word);
    }
  }
  return split;
}

absl::StatusOr<OptionsFile> OptionsFile::Write(const JvmProcess& process, const TargetFiles& files,
                                               std::string_view text) {
  uint64_t random = 0;
  if (getrandom(&random, sizeof random, 0) != sizeof random) return NotWritten(process);
  FileHandle folder = files.OpenFolder("/tmp");
  if (!folder.ok()) return NotWritten(process);
  OptionsFile options(std::move(folder), absl::StrFormat(".taproot-options-%016x", random));
  const FileHandle file(openat(options.folder_.get(), options.name_.c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.ok() || !WriteAll(file.get(), text)) return NotWritten(process);
  return options;
}

OptionsFile::~OptionsFile() {
  if (folder_.ok()) unlinkat(folder_.get(), name_.c_str(), 0);
}

std::string OptionsFile::path() const { return absl::StrCat("/tmp/", name_); }

}  // namespace taproot
