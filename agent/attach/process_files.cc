#include "attach/process_files.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace taproot {
namespace {

template <typename Number>
bool ParseNumber(std::string_view text, Number& number) {
  return absl::SimpleAtoi(absl::StripAsciiWhitespace(text), &number);
}

std::vector<std::string_view> Words(std::string_view text) {
  return absl::StrSplit(text, absl::ByAnyChar(" \t"), absl::SkipEmpty());
}

bool ParseGroups(std::string_view value, std::vector<gid_t>& groups) {
  for (std::string_view word : Words(value)) {
    gid_t group = 0;
    if (!ParseNumber(word, group)) return false;
    groups.push_back(group);
  }
  return true;
}

// One line of a status file; false if it is not as it should be.
bool TakeLine(std::string_view name, std::string_view value, ProcessStatus& status) {
  const std::vector<std::string_view> words = Words(value);
  if (name == "Groups") return ParseGroups(value, status.groups);
  if (words.empty()) return true;
  if (name == "State") status.state = words[0][0];
  if (name == "Tgid") return ParseNumber(words[0], status.group);
  if (name == "NSpid") return ParseNumber(words.back(), status.namespace_pid);
  // Real, effective, saved, of the file system.
  if (name == "Uid") return words.size() == 4 && ParseNumber(words[1], status.uid);
  if (name == "Gid") return words.size() == 4 && ParseNumber(words[1], status.gid);
  if (name == "SigCgt") {
    uint64_t mask = 0;
    if (!absl::SimpleHexAtoi(words[0], &mask)) return false;
    status.catches_quit = ((mask >> (SIGQUIT - 1)) & 1) != 0;
  }
  return true;
}

std::optional<std::string> ReadLink(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::read_symlink(path, error);
  if (error) return std::nullopt;
  return target.string();
}

}  // namespace

std::optional<std::string> ReadText(const std::string& path, size_t limit) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return std::nullopt;
  const absl::Cleanup close_file = [&] { close(descriptor); };
  std::string text;
  while (text.size() < limit) {
    const size_t before = text.size();
    text.resize(std::min(limit, before + 65536));
    const ssize_t got = read(descriptor, text.data() + before, text.size() - before);
    text.resize(before + static_cast<size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) break;
  }
  return text;
}

std::optional<ProcessStatus> ParseProcessStatus(std::string_view text) {
  ProcessStatus status;
  for (std::string_view line : absl::StrSplit(text, '\n')) {
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    if (!TakeLine(line.substr(0, colon), line.substr(colon + 1), status)) return std::nullopt;
  }
  if (status.group <= 0) return std::nullopt;
  // Kernels before 4.1 do not say.
  if (status.namespace_pid <= 0) status.namespace_pid = status.group;
  return status;
}

std::optional<ProcessStatus> ReadProcessStatus(pid_t pid, const std::string& proc) {
  const std::optional<std::string> text = ReadText(absl::StrCat(proc, "/", pid, "/status"));
  if (!text) return std::nullopt;
  return ParseProcessStatus(*text);
}

std::optional<uint64_t> ReadStartTime(pid_t pid, const std::string& proc) {
  const std::optional<std::string> text = ReadText(absl::StrCat(proc, "/", pid, "/stat"));
  if (!text) return std::nullopt;
  // The name, in brackets, may have blanks and brackets in it.
  const size_t name_end = text->rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  const std::vector<std::string_view> fields = Words(std::string_view(*text).substr(name_end + 1));
  constexpr size_t kStartTime = 19;  // field 22 of the line, and the state, which is first here, 3
  uint64_t ticks = 0;
  if (fields.size() <= kStartTime || !ParseNumber(fields[kStartTime], ticks)) return std::nullopt;
  return ticks;
}

std::vector<std::string> ReadCommandLine(pid_t pid, const std::string& proc) {
  std::string text = ReadText(absl::StrCat(proc, "/", pid, "/cmdline")).value_or("");
  if (text.ends_with('\0')) text.pop_back();
  if (text.empty()) return {};
  return absl::StrSplit(text, '\0');
}

std::optional<bool> InOtherNamespace(pid_t pid, std::string_view kind, const std::string& proc) {
  const std::optional<std::string> own = ReadLink(absl::StrCat(proc, "/self/ns/", kind));
  const std::optional<std::string> other = ReadLink(absl::StrCat(proc, "/", pid, "/ns/", kind));
  if (!own || !other) return std::nullopt;
  return *own != *other;
}

FileHandle OpenPidfd(pid_t pid) {
  return FileHandle(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
}

std::vector<pid_t> ListPids(const std::string& proc) {
  std::vector<pid_t> pids;
  std::error_code error;
  std::filesystem::directory_iterator entry(proc, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    pid_t pid = 0;
    if (absl::SimpleAtoi(entry->path().filename().string(), &pid) && pid > 0) pids.push_back(pid);
  }
  std::ranges::sort(pids);
  return pids;
}

}  // namespace taproot
