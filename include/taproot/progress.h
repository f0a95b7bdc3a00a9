// How far long work is, and the wish that it ends: the one interface by which the log, the command
// line and Java look at an analysis.
//
// Work takes a `Progress*`, which may be null. When it is cancelled it returns soon, with a result
// that is incomplete and must be dropped: whoever owns the Progress asks cancelled() after each
// piece of work. All methods may be called from any thread at any time.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace taproot {

class Progress {
 public:
  Progress() = default;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // --- for the work ---
  // `phase` is a literal: "walking the heap", "dominators".
  void Begin(const char* phase) {
    phase_.store(phase, std::memory_order_relaxed);
    fraction_.store(0, std::memory_order_relaxed);
  }
  // How much of the phase is done. False once cancelled.
  bool Advance(uint64_t done, uint64_t whole) {
    const double part = whole == 0 ? 1 : static_cast<double>(done) / static_cast<double>(whole);
    fraction_.store(static_cast<float>(part), std::memory_order_relaxed);
    return !cancelled();
  }
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

  // --- for those who look ---
  void Cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  std::string_view phase() const { return phase_.load(std::memory_order_relaxed); }  // "" at first
  // Not looked into: of a process that shares this, and may have gone wrong.
  const char* phase_literal() const { return phase_.load(std::memory_order_relaxed); }
  double fraction() const { return fraction_.load(std::memory_order_relaxed); }  // 0 to 1

 private:
  std::atomic<const char*> phase_{""};
  std::atomic<float> fraction_{0};
  std::atomic<bool> cancelled_{false};
};

// Tells a Progress, which may be null, of a loop: cheap enough for every turn of it.
class Stride {
 public:
  Stride(Progress* progress, const char* phase, uint64_t whole)
      : progress_(progress), whole_(whole) {
    if (progress_ != nullptr) progress_->Begin(phase);
  }
  // Counts one more step; false once cancelled.
  bool Step() {
    if ((++done_ & kMask) != 0 || progress_ == nullptr) return true;
    return progress_->Advance(done_, whole_);
  }

 private:
  static constexpr uint64_t kMask = (uint64_t{1} << 16) - 1;

  Progress* const progress_;
  const uint64_t whole_;
  uint64_t done_ = 0;
};

}  // namespace taproot
