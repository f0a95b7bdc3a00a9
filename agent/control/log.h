// The agent's log: standard error of the JVM, or a file. Never standard output, which is the
// application's. A line is one write(2), so lines of several threads do not mix. Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace taproot {

// Appends to this file from now on.
absl::Status LogToFile(const std::string& path);

void LogInfo(std::string_view message);
void LogError(std::string_view message);
// Text as it is: for answers that nobody gave a file.
void LogText(std::string_view text);

}  // namespace taproot
