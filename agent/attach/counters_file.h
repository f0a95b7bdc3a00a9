// Where the performance counters of a process lie.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "attach/perf_counters.h"
#include "attach/process_files.h"

namespace taproot {

// Reads /tmp/hsperfdata_USER/PID as the process sees it. Nothing if there are none that we may
// read. A file of another owner is not believed.
std::optional<PerfCounters> ReadPerfCounters(pid_t pid, const ProcessStatus& status,
                                             const std::string& proc = "/proc");

}  // namespace taproot
