// Tells in the log how far a request is that takes long. To be asked by a thread that does not do
// the work: during the pause of a capture a log that blocks must not hold up the application.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "taproot/report.h"

namespace taproot {

class ProgressLog {
 public:
  // A line, if it is time for one: "dominators: reading the graph, 45 %, 15 s".
  std::optional<std::string> LineFor(const std::optional<RunningWork>& work);

 private:
  int64_t next_ms_ = 0;     // of running time, when the next line is due
  int64_t running_ms_ = 0;  // at the last look: less since then means that it is another request
};

}  // namespace taproot
