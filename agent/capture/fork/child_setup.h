// Makes a freshly forked copy of the application harmless: it holds nothing of the application's
// open, handles none of its signals, does not outlive it, does not compete with it, and when it
// crashes, leaves nothing but its last words.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>

#include "capture/fork/shared_block.h"

namespace taproot {

struct ChildSetup {
  pid_t parent = 0;
  int socket = -1;  // the one descriptor that is kept; above 2
  SharedBlock* shared = nullptr;
  std::chrono::seconds deadline{};  // after it the kernel ends the child
  uint64_t memory = 0;              // bytes that the child may take beside what it has
};

// The exit status of a child that has left last words.
inline constexpr int kCrashedStatus = 113;

// Runs in the child, on the thread that forked, with all signals blocked since before the fork.
// What the system refuses is done without.
void MakeChildSafe(const ChildSetup& setup);

// Gives the calling thread a stack to handle the overflow of its own on; never given back.
void UseSignalStack();

// From now on the process may take only so much more memory: what is asked for beyond fails.
void LimitMemory(uint64_t bytes);

// All signals but those by which a fault is told.
void BlockSignals();

}  // namespace taproot
