#include "capture/memory_guard.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "capture/control_groups.h"

namespace taproot {
namespace {

constexpr uint64_t kUnlimited = std::numeric_limits<uint64_t>::max();
// What must be left beside what is asked for: as much again, within these bounds.
constexpr uint64_t kLeastReserve = uint64_t{8} << 20;
constexpr uint64_t kMostReserve = uint64_t{128} << 20;

std::optional<uint64_t> ReadNumber(const std::string& path) {
  std::ifstream file(path);
  uint64_t number = 0;
  if (!(file >> number)) return std::nullopt;  // "max" is no number either
  return number;
}

uint64_t AvailableOnMachine(const std::string& root) {
  std::ifstream file(root + "/proc/meminfo");
  std::string line;
  while (std::getline(file, line)) {
    std::string_view rest = line;
    uint64_t kib = 0;
    if (absl::ConsumePrefix(&rest, "MemAvailable:") &&
        absl::SimpleAtoi(absl::StripSuffix(rest, " kB"), &kib)) {
      return kib * 1024;
    }
  }
  return kUnlimited;
}

// What is cached of files can be given back, so it does not count as used.
uint64_t InactiveFiles(const std::string& folder, std::string_view key) {
  std::ifstream file(folder + "/memory.stat");
  std::string name;
  uint64_t bytes = 0;
  while (file >> name >> bytes) {
    if (name == key) return bytes;
  }
  return 0;
}

uint64_t LeftIn(const std::string& folder, const char* limit_file, const char* usage_file,
                std::string_view inactive_key) {
  const std::optional<uint64_t> limit = ReadNumber(absl::StrCat(folder, "/", limit_file));
  const std::optional<uint64_t> usage = ReadNumber(absl::StrCat(folder, "/", usage_file));
  if (!limit || !usage) return kUnlimited;
  const uint64_t used = *usage - std::min(*usage, InactiveFiles(folder, inactive_key));
  return *limit - std::min(*limit, used);
}

uint64_t AvailableInGroup(const std::string& root) {
  uint64_t left = kUnlimited;
  ForEachControlGroup(root, "memory", [&](const std::string& folder, bool version_2) {
    left =
        std::min(left, version_2 ? LeftIn(folder, "memory.max", "memory.current", "inactive_file")
                                 : LeftIn(folder, "memory.limit_in_bytes", "memory.usage_in_bytes",
                                          "total_inactive_file"));
  });
  return left;
}

}  // namespace

uint64_t AvailableMemory(const std::string& root) {
  return std::min(AvailableOnMachine(root), AvailableInGroup(root));
}

absl::Status CheckMemory(uint64_t bytes) {
  const uint64_t available = AvailableMemory();
  const uint64_t reserve = std::clamp(bytes, kLeastReserve, kMostReserve);
  if (available == kUnlimited || bytes + reserve <= available) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      "the object graph needs about ", (bytes >> 20) + 1, " MiB more of native memory, and ",
      available >> 20, " MiB are left before this process or its neighbours are in danger"));
}

}  // namespace taproot
