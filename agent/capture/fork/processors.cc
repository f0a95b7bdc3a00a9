#include "capture/fork/processors.h"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <thread>

#include "capture/control_groups.h"

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

// Version 2: "QUOTA PERIOD", "max" for none.
double OfGroup(const std::string& folder) {
  double quota = 0;
  double period = 0;
  std::ifstream file(folder + "/cpu.max");
  return file >> quota >> period && period > 0 ? quota / period : kUnlimited;
}

double OfOldGroup(const std::string& folder) {
  double quota = 0;
  double period = 0;
  std::ifstream(folder + "/cpu.cfs_quota_us") >> quota;  // -1 for none
  std::ifstream(folder + "/cpu.cfs_period_us") >> period;
  return quota > 0 && period > 0 ? quota / period : kUnlimited;
}

double ByQuota(const std::string& root) {
  double processors = kUnlimited;
  ForEachControlGroup(root, "cpu", [&](const std::string& folder, bool version_2) {
    processors = std::min(processors, version_2 ? OfGroup(folder) : OfOldGroup(folder));
  });
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
