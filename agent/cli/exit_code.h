// How the program ends.
#pragma once

namespace taproot {

enum class ExitCode : int {
  kAnswered = 0,
  kLeak = 1,    // with --fail-on-leak
  kUsage = 2,   // what was typed
  kTarget = 3,  // there is no such process or file, or it cannot be asked
  kFailed = 4,
  kInterrupted = 130,  // as shells have it
};

}  // namespace taproot
