#include "cli/ps_command.h"

#include <pwd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cli/answer_sink.h"
#include "cli/complaint.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "query/command_keys.h"
#include "report/words.h"

namespace taproot {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kColumns = 8;
using Row = std::array<std::string, kColumns>;
constexpr std::array<bool, kColumns> kToTheRight = {true, false, false, false,
                                                    true, true,  false, false};

std::string UserName(uid_t uid) {
  passwd entry = {};
  passwd* found = nullptr;
  char room[4096];
  if (getpwuid_r(uid, &entry, room, sizeof room, &found) == 0 && found != nullptr) {
    return found->pw_name;
  }
  return absl::StrCat(uid);
}

std::string OrUnknown(std::string_view text) { return std::string(text.empty() ? "-" : text); }

std::string BytesOrUnknown(const std::optional<uint64_t>& bytes) {
  return bytes ? Bytes(*bytes) : "-";
}

std::string Jdk(const JvmProcess& process) {
  if (!process.jdk_version.empty()) return process.jdk_version;
  return process.jdk_feature > 0 ? absl::StrCat(process.jdk_feature) : "-";
}

// What there is to know before one asks it anything.
std::string Remarks(const JvmProcess& process) {
  std::string remarks;
  if (!process.readable) absl::StrAppend(&remarks, "  (another user's)");
  if (process.kind == VmKind::kOpenJ9) absl::StrAppend(&remarks, "  (no HotSpot)");
  if (process.other_pids || process.other_mounts) absl::StrAppend(&remarks, "  (container)");
  if (process.attachable == false) absl::StrAppend(&remarks, "  (attach is disabled)");
  return remarks;
}

Row RowOf(const JvmProcess& process) {
  const char* loaded = process.readable ? "no" : "-";
  return {absl::StrCat(process.pid),
          UserName(process.uid),
          Jdk(process),
          OrUnknown(process.collector),
          BytesOrUnknown(process.heap_used),
          BytesOrUnknown(process.heap_limit),
          process.agent_path.empty() ? loaded : "yes",
          absl::StrCat(process.main_class, Remarks(process))};
}

std::string Padded(const std::string& cell, size_t width, bool to_the_right) {
  const std::string blanks(width - std::min(width, cell.size()), ' ');
  return to_the_right ? blanks + cell : cell + blanks;
}

Json JsonOf(const JvmProcess& process) {
  Json json = {{"pid", process.pid},
               {"namespacePid", process.namespace_pid},
               {"user", UserName(process.uid)},
               {"uid", process.uid},
               {"mainClass", process.main_class},
               {"arguments", process.arguments},
               {"jdk", process.jdk_version},
               {"vendor", process.vendor},
               {"collector", process.collector},
               {"heapUsedBytes", nullptr},
               {"heapLimitBytes", nullptr},
               {"agent", nullptr},
               {"readable", process.readable},
               {"container", process.other_pids || process.other_mounts}};
  if (process.heap_used) json["heapUsedBytes"] = *process.heap_used;
  if (process.heap_limit) json["heapLimitBytes"] = *process.heap_limit;
  if (!process.agent_path.empty()) json["agent"] = process.agent_path;
  return json;
}

std::string PidLines(const std::vector<JvmProcess>& processes) {
  std::string lines;
  for (const JvmProcess& process : processes) absl::StrAppend(&lines, process.pid, "\n");
  return lines;
}

}  // namespace

std::string PsText(const std::vector<JvmProcess>& processes) {
  std::vector<Row> rows = {{"PID", "USER", "JDK", "GC", "HEAP", "OF", "AGENT", "MAIN"}};
  for (const JvmProcess& process : processes) rows.push_back(RowOf(process));
  std::array<size_t, kColumns> widths = {};
  for (const Row& row : rows) {
    for (size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    for (size_t i = 0; i + 1 < kColumns; ++i) {
      absl::StrAppend(&text, Padded(row[i], widths[i], kToTheRight[i]), "  ");
    }
    absl::StrAppend(&text, row.back(), "\n");
  }
  return text;
}

std::string PsJson(const std::vector<JvmProcess>& processes) {
  Json json = Json::array();
  for (const JvmProcess& process : processes) json.push_back(JsonOf(process));
  // Names may be any bytes.
  return absl::StrCat(json.dump(2, ' ', false, Json::error_handler_t::replace), "\n");
}

ExitCode RunPs(const Invocation& invocation) {
  constexpr std::pair<std::string_view, bool> kFormats[] = {{"text", false}, {"json", true}};
  bool as_json = false;
  if (const std::string* format = invocation.Find("format")) {
    if (absl::Status s = Choose("format", *format, kFormats, as_json); !s.ok()) {
      return Complain(ExitCode::kUsage, s);
    }
  }
  TakeSignals();
  const std::vector<JvmProcess> processes = ListJvms();
  const bool quiet = invocation.Find("quiet") != nullptr;
  const Terminal terminal = LookAtTerminal(invocation.color);
  AnswerSink sink = AnswerSink::ToStandardOutput(!as_json && !quiet, terminal);
  absl::Status status = sink.Write(quiet     ? PidLines(processes)
                                   : as_json ? PsJson(processes)
                                             : PsText(processes));
  if (status.ok()) status = sink.Finish();
  if (processes.empty() && !quiet && !as_json) {
    std::fputs("taproot: no JVM is running here that can be seen\n", stderr);
  }
  return status.ok() ? ExitCode::kAnswered : Complain(ExitCode::kFailed, status);
}

}  // namespace taproot
