// What a forked child and its parent both see: a page or two of shared memory.
//
// The child may write anything here at the moment of its death, so the parent takes nothing of it
// on trust that could harm itself.
#pragma once

#include <atomic>
#include <cstdint>

#include "absl/status/statusor.h"
#include "taproot/progress.h"

namespace taproot {

// How long the application stood still, in milliseconds; see CaptureInfo.
struct PauseParts {
  double pause = 0;
  double safepoint = 0;
  double roots = 0;
  double fork = 0;
};

// Written by the handler of a signal that ends the child.
struct LastWords {
  std::atomic<int> signal{0};  // 0 if there are none; written after the rest
  uint64_t address = 0;        // of the fault
  uint64_t instruction = 0;
};

struct SharedBlock {
  Progress progress;                     // of the child's work; phases are literals of this image
  std::atomic<bool> is_working{false};   // the child has come as far as its own thread
  std::atomic<bool> pause_known{false};  // `pause` is written, by the parent
  PauseParts pause;
  LastWords last_words;
};

// Owns one block that later forks of this process share.
class SharedMemory {
 public:
  static absl::StatusOr<SharedMemory> Create();
  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&&) = delete;
  ~SharedMemory();

  SharedBlock& operator*() const { return *block_; }
  SharedBlock* operator->() const { return block_; }

 private:
  explicit SharedMemory(SharedBlock* block) : block_(block) {}
  SharedBlock* block_;
};

}  // namespace taproot
