#include "attach/vm_start.h"

#include <unistd.h>

#include <chrono>
#include <optional>

#include "absl/strings/numbers.h"
#include "attach/counters_file.h"
#include "attach/perf_counters.h"
#include "attach/process_files.h"

namespace taproot {
namespace {

using std::chrono::duration;

constexpr duration<double> kYoung{30};
constexpr duration<double> kUntilCounters{3};  // by when a VM that keeps counters has them

// For how long it has been running; nothing if nobody says.
std::optional<duration<double>> AgeOf(const JvmProcess& process, const std::string& proc) {
  const std::optional<std::string> text = ReadText(proc + "/uptime", 256);
  double uptime = 0;
  if (!text || !absl::SimpleAtod(text->substr(0, text->find(' ')), &uptime)) return std::nullopt;
  const double started =
      static_cast<double>(process.start_time) / static_cast<double>(sysconf(_SC_CLK_TCK));
  return duration<double>(uptime - started);
}

}  // namespace

absl::Status AwaitStart(const JvmProcess& process, Patience patience, const std::string& proc) {
  const std::optional<duration<double>> age = AgeOf(process, proc);
  // A container with an uptime of its own (lxcfs) makes its JVMs younger than nothing.
  if (!age || *age < duration<double>(0) || *age > kYoung) return absl::OkStatus();
  const Patience::Clock::time_point now = Patience::Clock::now();
  while (!patience.over()) {
    const std::optional<ProcessStatus> status = ReadProcessStatus(process.pid, proc);
    if (!status) return patience.Check();
    const std::optional<PerfCounters> counters = ReadPerfCounters(process.pid, *status, proc);
    if (counters && counters->Number("sun.rt.vmInitDoneTime").value_or(0) != 0) break;
    if (!counters && *age + (Patience::Clock::now() - now) > kUntilCounters) break;
    if (absl::Status s = patience.WaitAMoment(); !s.ok()) return s;
  }
  return absl::OkStatus();
}

}  // namespace taproot
