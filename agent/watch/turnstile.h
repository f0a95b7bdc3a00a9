// Lets one thread through at a time. Unlike a mutex it may be held while the JVM is called: those
// who wait for it wait outside of the VM, in native code, so they never hold up a safepoint, and
// neither the VM's own threads nor its event callbacks ever pass here.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace taproot {

class Turnstile {
 public:
  class Passage {
   public:
    explicit Passage(Turnstile& turnstile) : Passage(turnstile, std::chrono::hours(24 * 365)) {}
    // Gives up after a while; see through().
    Passage(Turnstile& turnstile, std::chrono::seconds at_most) : turnstile_(turnstile) {
      std::unique_lock lock(turnstile_.mutex_);
      through_ = turnstile_.free_.wait_for(lock, at_most, [&] { return !turnstile_.taken_; });
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
  std::mutex mutex_;
  std::condition_variable free_;
  bool taken_ = false;
};

}  // namespace taproot
