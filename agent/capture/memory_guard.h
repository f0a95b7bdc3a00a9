// How much native memory may still be taken before the kernel starts to kill: the process next to
// us is somebody's service. Reads /proc and the cgroup; thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"

namespace taproot {

// The least of what the machine and the cgroups of this process have left, in bytes. A very large
// number if neither tells. `root` is put before the paths, for tests.
uint64_t AvailableMemory(const std::string& root = "");

// ResourceExhausted, with both numbers, if `bytes` and a reserve do not fit into what is available.
absl::Status CheckMemory(uint64_t bytes);

}  // namespace taproot
