// The last line before the JVM: no exception passes.
#pragma once

#include <exception>

#include "control/log.h"

namespace taproot {

// Runs the body. False, with a line in the log, if an exception ended it. Allocates nothing of its
// own, for the exception may be that there is no memory.
template <typename Body>
bool Guarded(Body&& body) noexcept {
  try {
    body();
    return true;
  } catch (const std::exception& e) {
    LogText("[taproot] error: ");
    LogText(e.what());
    LogText("\n");
  } catch (...) {
    LogText("[taproot] error: an unknown exception\n");
  }
  return false;
}

}  // namespace taproot
