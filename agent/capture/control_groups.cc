#include "capture/control_groups.h"

#include <algorithm>
#include <fstream>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace taproot {

void ForEachControlGroup(const std::string& root, std::string_view controller,
                         absl::FunctionRef<void(const std::string& folder, bool version_2)> visit) {
  std::ifstream file(root + "/proc/self/cgroup");
  std::string line;
  while (std::getline(file, line)) {
    // "0::/path" in version 2, "N:cpu,cpuacct:/path" in version 1.
    const std::vector<std::string> parts = absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (parts.size() != 3) continue;
    const std::vector<std::string_view> controllers = absl::StrSplit(parts[1], ',');
    std::string group = parts[2];
    const bool version_2 = parts[0] == "0" && parts[1].empty();
    if (!version_2 && std::ranges::find(controllers, controller) == controllers.end()) continue;
    const std::string mount =
        absl::StrCat(root, "/sys/fs/cgroup", version_2 ? "" : "/", version_2 ? "" : controller);
    // A container may see itself as the top, by whatever path it is listed.
    while (true) {
      visit(mount + group, version_2);
      const size_t slash = group.rfind('/');
      if (slash == std::string::npos || group.size() <= 1) break;
      group.resize(slash);
    }
  }
}

}  // namespace taproot
