#include "control/output_file.h"

#include <unistd.h>

#include <ctime>
#include <span>

#include "absl/strings/str_cat.h"
#include "files/whole_file.h"

namespace taproot {

std::string ExpandOutputName(std::string_view pattern) {
  std::string name;
  for (size_t i = 0; i < pattern.size(); ++i) {
    const char next = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : '\0';
    if (next == 'p') {
      absl::StrAppend(&name, getpid());
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

absl::Status CheckWritable(const std::string& path) { return WholeFile::Create(path).status(); }

absl::Status WriteWholeFile(const std::string& path, std::string_view content) {
  absl::StatusOr<WholeFile> file = WholeFile::Create(path);
  if (!file.ok()) return file.status();
  if (absl::Status s = file->Write(std::as_bytes(std::span(content))); !s.ok()) return s;
  return file->Commit();
}

}  // namespace taproot
