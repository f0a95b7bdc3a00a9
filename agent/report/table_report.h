// A report as rows for other programs: see records.h for what a row is.
#pragma once

#include <string>

#include "taproot/report.h"

namespace taproot {

// RFC 4180: a header, then a row a line, lines end in CR LF. Of a report with several tables the
// first alone. Cells with lists hold them as JSON; what is not known is empty.
std::string RenderCsv(const Report& report, const RenderOptions& options);

// One JSON object a line, each with all it takes to be read alone: schema, version and type of the
// record, host, process, program, VM, and when the heap was captured. The first record tells of the
// capture itself.
std::string RenderJsonLines(const Report& report, const RenderOptions& options);

}  // namespace taproot
