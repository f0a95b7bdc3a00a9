// FOR TESTS ONLY: faults that a forked child does to itself, so that tests can see that its parent
// does not suffer.
//
// The environment variable TAPROOT_FAULT of the JVM names one:
//   null-read, abort, stack-overflow, endless-loop, killed, pipe-closed: before the capture
//   out-of-memory: before the capture, within a limit that the child sets itself
//   disk-full: after the capture; no file may grow beyond 4 KiB
//   killed-in-file: likewise, and the write that would make it larger ends the child
// TAPROOT_FORK_DEADLINE is the deadline of children in seconds, in place of the request's.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace taproot {

enum class FaultPoint : uint8_t { kBeforeCapture, kBeforeAnswer };

// Runs in the child; does what TAPROOT_FAULT wants at this point. `socket` leads to the parent.
void MaybeFail(FaultPoint point, int socket);

std::optional<std::chrono::seconds> DeadlineOfTests();

}  // namespace taproot
