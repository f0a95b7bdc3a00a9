// Lets one thread through at a time. Unlike a mutex it may be held while the JVM is called: those
// who wait for it wait outside of the VM, in native code, so they never hold up a safepoint, and
// neither the VM's own threads nor its event callbacks ever pass here.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "absl/functional/function_ref.h"

namespace taproot {

class Turnstile {
 public:
  class Passage {
   public:
    explicit Passage(Turnstile& turnstile) : Passage(turnstile, std::chrono::hours(24 * 365)) {}
    // Gives up after a while; see through().
    Passage(Turnstile& turnstile, std::chrono::seconds at_most)
        : Passage(turnstile, at_most, [] { return false; }) {}
    // Or as soon as it is told to, which is asked a few times a second.
    Passage(Turnstile& turnstile, std::chrono::seconds at_most, absl::FunctionRef<bool()> give_up)
        : turnstile_(turnstile) {
      const auto deadline = std::chrono::steady_clock::now() + at_most;
      const auto is_free = [&] { return !turnstile_.taken_; };
      std::unique_lock lock(turnstile_.mutex_);
      while (!through_ && std::chrono::steady_clock::now() < deadline && !give_up()) {
        const auto look = std::chrono::steady_clock::now() + kBetweenLooks;
        through_ = turnstile_.free_.wait_until(lock, std::min(look, deadline), is_free);
      }
      if (through_) turnstile_.taken_ = true;
    }
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;
    ~Passage() {
      if (!through_) return;
      {
        const std::lock_guard lock(turnstile_.mutex_);
        turnstile_.taken_ = false;
      }
      turnstile_.free_.notify_one();
    }

    bool through() const { return through_; }

   private:
    Turnstile& turnstile_;
    bool through_ = false;
  };

 private:
  static constexpr std::chrono::milliseconds kBetweenLooks{100};

  std::mutex mutex_;
  std::condition_variable free_;
  bool taken_ = false;
};

}  // namespace taproot
