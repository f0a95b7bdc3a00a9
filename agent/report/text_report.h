// A report for people.
#pragma once

#include <string>

#include "taproot/report.h"

namespace taproot {

std::string RenderText(const Report& report, const RenderOptions& options);

}  // namespace taproot
