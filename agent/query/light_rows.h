// min-retained=: what holds less than that is left out of an answer.
#pragma once

#include <cstdint>

#include "query/command.h"
#include "taproot/report.h"

namespace taproot {

// The threshold in percent for a whole of so many bytes: that of min= or that of min-retained=,
// whichever is higher.
double MinPercentOf(const RenderOptions& render, uint64_t whole_bytes);

// Rows of the sections that are lists: classes, threads, suspects, merged paths and growing places
// by what they retain; paths of the heap by what lies there and below; waste by what is to be
// gained; rows of a diff by what they were or are, whichever is more. A note says how many are left
// out. Trees of dominators and profiles know their threshold already, see MinPercentOf().
void LeaveOutLight(const RenderOptions& render, Report& report);

}  // namespace taproot
