#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/text_sections.h"
#include "report/words.h"

namespace taproot {

void AppendStatus(const AgentStatus& status, std::string& out) {
  absl::StrAppend(&out, "\nlibrary: ", status.library, "\nwatching ",
                  Counted(status.watched, "object"), ", ", Grouped(status.collected),
                  " collected\n");
  if (!status.watch_patterns.empty()) {
    absl::StrAppend(&out, "watched classes: ", absl::StrJoin(status.watch_patterns, ", "), "\n");
  }
  absl::StrAppend(&out, "called a leak after ", Age(status.retained_delay_ms), "\n",
                  "dumps on: SIGQUIT, data_dump",
                  status.signal.empty() ? "" : absl::StrCat(", SIG", status.signal),
                  status.dump_at_exit ? ", exit" : "",
                  "\nJVMTI capabilities held: ", absl::StrJoin(status.capabilities, ", "), "\n");
}

}  // namespace taproot
