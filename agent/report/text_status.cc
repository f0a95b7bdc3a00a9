#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/text_sections.h"
#include "report/words.h"

namespace taproot {
namespace {

// "captures by fork", "captures by follow: ...".
void AppendEngine(const AutoEngine& automatic, std::string& out) {
  absl::StrAppend(&out, "captures by ", automatic.engine);
  if (!automatic.reason.empty()) {
    absl::StrAppend(&out, ", not by fork: ", automatic.reason);
  } else if (!automatic.tried) {
    absl::StrAppend(&out, ", if the first one finds no reason against it");
  }
  out += '\n';
}

void AppendRunning(const RunningWork& work, std::string& out) {
  absl::StrAppend(&out, "answering: ", work.verb);
  if (!work.phase.empty()) {
    absl::StrAppend(&out, ", ", work.phase, " ",
                    Percent(static_cast<uint64_t>(work.fraction * 1000), 1000));
  }
  absl::StrAppend(&out, ", for ", Age(work.running_ms), "\n");
}

void AppendGrowth(const GrowthRun& growth, std::string& out) {
  absl::StrAppend(
      &out, "measuring growth: ", growth.rounds_done, " of ", Counted(growth.rounds, "round"), ", ",
      growth.every_ms ? absl::StrCat(Age(*growth.every_ms), " apart") : "one a collection",
      growth.output.empty() ? "" : absl::StrCat(", answer in ", growth.output), "\n");
}

std::string DumpsLine(const AgentStatus& status) {
  if (status.stopped) return "no dumps until the next start";
  return absl::StrCat("dumps on: SIGQUIT, data_dump",
                      status.signal.empty() ? "" : absl::StrCat(", SIG", status.signal),
                      status.dump_at_exit ? ", exit" : "");
}

}  // namespace

void AppendStatus(const AgentStatus& status, std::string& out) {
  absl::StrAppend(&out, "\nlibrary: ", status.library, "\nwatching ",
                  Counted(status.watched, "object"), ", ", Grouped(status.collected),
                  " collected\n");
  if (!status.watch_patterns.empty()) {
    absl::StrAppend(&out, "watched classes: ", absl::StrJoin(status.watch_patterns, ", "), "\n");
  }
  absl::StrAppend(&out, "called a leak after ", Age(status.retained_delay_ms), "\n",
                  DumpsLine(status),
                  "\nJVMTI capabilities held: ", absl::StrJoin(status.capabilities, ", "), "\n");
  AppendEngine(status.auto_engine, out);
  if (status.running) AppendRunning(*status.running, out);
  if (status.growth) AppendGrowth(*status.growth, out);
}

}  // namespace taproot
