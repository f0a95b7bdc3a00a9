#include "attach/counters_file.h"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

constexpr size_t kMaxCounters = size_t{33}
                                << 20;  // the most that -XX:PerfDataMemorySize takes, and some

bool IsFileOf(uid_t uid, const std::string& path) {
  struct stat status = {};
  return lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == uid;
}

std::optional<PerfCounters> ReadFile(const std::string& path, uid_t owner) {
  if (!IsFileOf(owner, path)) return std::nullopt;
  const std::optional<std::string> bytes = ReadText(path, kMaxCounters);
  if (!bytes) return std::nullopt;
  absl::StatusOr<PerfCounters> counters = PerfCounters::Parse(*bytes);
  if (!counters.ok()) return std::nullopt;
  return *std::move(counters);
}

}  // namespace

std::optional<PerfCounters> ReadPerfCounters(pid_t pid, const ProcessStatus& status,
                                             const std::string& proc) {
  const std::string temporary = absl::StrCat(proc, "/", pid, "/root/tmp");
  std::error_code error;
  std::filesystem::directory_iterator folder(temporary, error);
  for (; !error && folder != std::filesystem::directory_iterator(); folder.increment(error)) {
    const std::string path = folder->path().string();
    if (!absl::StartsWith(folder->path().filename().string(), "hsperfdata_")) continue;
    std::optional<PerfCounters> counters =
        ReadFile(absl::StrCat(path, "/", status.namespace_pid), status.uid);
    if (counters) return counters;
  }
  return std::nullopt;
}

}  // namespace taproot
