// The sums of a report for Prometheus, in its text exposition format 0.0.4.
#pragma once

#include <string>

#include "taproot/report.h"

namespace taproot {

// Gauges, all with the labels main_class and pid: the heap and the pause; of what the report has:
// watched objects by verdict, leaks by signature, classes, suspects, waste, threads, growth, the
// agent. Labels that come from the heap are bounded by options.top.
std::string RenderPrometheus(const Report& report, const RenderOptions& options);

}  // namespace taproot
