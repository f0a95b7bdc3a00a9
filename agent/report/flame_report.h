// Sizes as collapsed stacks: `frame;frame;frame bytes` a line, what flamegraph.pl, speedscope and
// async-profiler's converter read.
#pragma once

#include <string>

#include "taproot/report.h"

namespace taproot {

// Of what the report has: merged paths, the paths of the heap, a profile, the dominator tree,
// growing places, waste, threads with what their frames hold. Bytes are a line's own: what stands
// on longer lines is not in them. Of merged paths without retained sizes the values are objects.
// Empty if there is nothing to weigh.
std::string RenderFlame(const Report& report, const RenderOptions& options);

}  // namespace taproot
