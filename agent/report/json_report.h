// A report for programs: docs/schema/taproot-report-1.schema.json describes it.
#pragma once

#include <string>

#include "taproot/report.h"

namespace taproot {

std::string RenderJson(const Report& report, const RenderOptions& options);

}  // namespace taproot
