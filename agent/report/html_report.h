// A report to look at: one page that needs nothing beside itself, no server and no network.
#pragma once

#include <cstddef>
#include <string>

#include "taproot/report.h"

namespace taproot {

// What a page weighs at most. Where the rows wanted weigh more, the lightest are left out, and a
// note on the page says so.
inline constexpr size_t kMaxHtmlBytes = 5'000'000;

std::string RenderHtml(const Report& report, const RenderOptions& options);

}  // namespace taproot
