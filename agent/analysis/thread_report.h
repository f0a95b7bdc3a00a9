// How the frames of one thread and the locals that a walk found in them come together.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "taproot/thread_report.h"

namespace taproot {

// The depth at which the walk would see the first of the thread's frames, so that all frames of
// `seen`, as the walk saw them by rising depth, are frames of the thread; none if they do not fit.
// Above 0 only for virtual threads: the JVM leaves out the frames by which they unmount.
std::optional<int32_t> DepthOfFirstFrame(const JavaThread& thread,
                                         const std::vector<ThreadReportFrame>& seen);

// The thread's frames with the locals of `seen`. If they do not fit together, `seen` alone.
void MergeFrames(const JavaThread& thread, std::vector<ThreadReportFrame> seen,
                 ThreadReportEntry& entry);

// Whether only their names tell two threads apart. `first` retains at least as much as `other`.
bool AreAlike(const HeapGraph& graph, const ThreadReportEntry& first,
              const ThreadReportEntry& other);

}  // namespace taproot
