// Ctrl-C and its like: a wish that the work ends, so that nothing is left behind.
#pragma once

#include <atomic>

namespace taproot {

// From now on SIGINT, SIGTERM and SIGHUP only set what Interrupted() tells; the third of them ends
// the program at once. A closed pipe becomes an error of who writes.
void TakeSignals();

const std::atomic<bool>& Interrupted();

}  // namespace taproot
