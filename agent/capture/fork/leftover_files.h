// What a child that was ended while it wrote a file leaves of it.
#pragma once

#include <sys/types.h>

#include <string>

namespace taproot {

// Removes the temporary files beside `path` that a WholeFile of this process had (see
// files/whole_file.h): PATH.PID.NANOS.tmp, and nothing else.
void RemoveLeftovers(const std::string& path, pid_t pid);

}  // namespace taproot
