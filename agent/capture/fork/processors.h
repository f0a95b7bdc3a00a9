// How many threads a child may keep busy beside the application.
#pragma once

#include <cstdint>
#include <string>

namespace taproot {

// Processors that this process may use at a time: by its affinity and the quota of its cgroups,
// rounded up. At least 1. `root` is put before the paths, for tests.
uint32_t AllowedProcessors(const std::string& root = "");

// `wanted`, or half of those allowed where that is 0; at least 1.
uint32_t ChildThreads(uint32_t wanted);

}  // namespace taproot
