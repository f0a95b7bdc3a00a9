#include "capture/fork/leftover_files.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace taproot {

void RemoveLeftovers(const std::string& path, pid_t pid) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const std::string prefix =
      absl::StrCat(slash == std::string::npos ? path : path.substr(slash + 1), ".", pid, ".");
  DIR* const open = opendir(folder.c_str());
  if (open == nullptr) return;
  std::vector<std::string> leftovers;
  while (const dirent* entry = readdir(open)) {
    std::string_view rest = entry->d_name;
    if (absl::ConsumePrefix(&rest, prefix) && absl::ConsumeSuffix(&rest, ".tmp") && !rest.empty() &&
        std::ranges::all_of(rest, absl::ascii_isdigit)) {
      leftovers.push_back(absl::StrCat(folder, "/", entry->d_name));
    }
  }
  closedir(open);
  for (const std::string& leftover : leftovers) unlink(leftover.c_str());
}

}  // namespace taproot
