#include "capture/fork/processors.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace taproot {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

uint32_t ByAffinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  // It fails where there are more than the set has room for.
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<uint32_t>(CPU_COUNT(&set));
  return std::thread::hardware_concurrency();
}

// Version 2: "QUOTA PERIOD", "max" for none. Quotas of all groups up to the top count.
double ByGroups(const std::string& mount, std::string group) {
  double processors = kUnlimited;
  while (true) {
    std::ifstream file(absl::StrCat(mount, group, "/cpu.max"));
    double quota = 0;
    double period = 0;
    if (file >> quota >> period && period > 0) processors = std::min(processors, quota / period);
    const size_t slash = group.rfind('/');
    if (slash == std::string::npos || group.size() <= 1) return processors;
    group.resize(slash);
  }
}

double ByOldGroup(const std::string& folder) {
  double quota = 0;
  double period = 0;
  std::ifstream(folder + "/cpu.cfs_quota_us") >> quota;  // -1 for none
  std::ifstream(folder + "/cpu.cfs_period_us") >> period;
  return quota > 0 && period > 0 ? quota / period : kUnlimited;
}

double ByQuota(const std::string& root) {
  double processors = kUnlimited;
  std::ifstream file(root + "/proc/self/cgroup");
  std::string line;
  while (std::getline(file, line)) {
    // "0::/path" in version 2, "N:cpu,cpuacct:/path" in version 1.
    const std::vector<std::string> parts = absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() != 3) continue;
    if (parts[0] == "0" && parts[1].empty()) {
      processors = std::min(processors, ByGroups(root + "/sys/fs/cgroup", parts[2]));
    }
    for (std::string_view controller : absl::StrSplit(parts[1], ',')) {
      if (controller != "cpu") continue;
      processors = std::min(processors, ByOldGroup(root + "/sys/fs/cgroup/cpu" + parts[2]));
    }
  }
  return processors;
}

}  // namespace

uint32_t AllowedProcessors(const std::string& root) {
  const double allowed = std::min(static_cast<double>(ByAffinity()), std::ceil(ByQuota(root)));
  return static_cast<uint32_t>(std::max(allowed, 1.0));
}

uint32_t ChildThreads(uint32_t wanted) {
  return wanted != 0 ? wanted : std::max(AllowedProcessors() / 2, 1U);
}

}  // namespace taproot
