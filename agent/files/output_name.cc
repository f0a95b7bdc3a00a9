#include "files/output_name.h"

#include <ctime>

namespace taproot {

std::string ExpandOutputName(std::string_view pattern, std::string_view process) {
  std::string name;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char next = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : '\0';
    if (next == 'p') {
      name += process;
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

}  // namespace taproot
