#include "cli/complaint.h"

#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "cli/interrupt.h"
#include "files/printable.h"

namespace taproot {

ExitCode Complain(ExitCode code, const absl::Status& status) {
  if (absl::IsCancelled(status) && Interrupted()) {
    std::fputs("taproot: cancelled\n", stderr);
    return ExitCode::kInterrupted;
  }
  std::fputs(absl::StrCat("taproot: ", Printable(status.message(), true), "\n").c_str(), stderr);
  return code;
}

}  // namespace taproot
