#include "control/output_file.h"

#include <unistd.h>

#include <span>

#include "absl/strings/str_cat.h"
#include "files/output_name.h"
#include "files/whole_file.h"

namespace taproot {

std::string ExpandOutputName(std::string_view pattern) {
  return ExpandOutputName(pattern, absl::StrCat(getpid()));
}

absl::Status CheckWritable(const std::string& path) { return WholeFile::Create(path).status(); }

absl::Status WriteWholeFile(const std::string& path, std::string_view content) {
  absl::StatusOr<WholeFile> file = WholeFile::Create(path);
  if (!file.ok()) return file.status();
  if (absl::Status s = file->Write(std::as_bytes(std::span(content))); !s.ok()) return s;
  return file->Commit();
}

}  // namespace taproot
