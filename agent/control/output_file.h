// Answers as files.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace taproot {

// %p becomes the process id, %t the local time as 20260131T235959, %% a percent sign.
std::string ExpandOutputName(std::string_view pattern);

// Fails if a file could not be written there: no such folder, no permission, a device, pipe or
// symbolic link in its place. Leaves nothing.
absl::Status CheckWritable(const std::string& path);

// The file appears whole or not at all: written under a temporary name beside it, then renamed.
// Mode 0600. On an error nothing is left behind.
absl::Status WriteWholeFile(const std::string& path, std::string_view content);

}  // namespace taproot
