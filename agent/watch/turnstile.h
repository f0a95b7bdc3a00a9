// Lets one thread through at a time. Unlike a mutex it may be held while the JVM is called: those who
// wait for it wait outside of the VM, in native code, so they never hold up a safepoint, and neither
// the VM's own threads nor its event callbacks ever pass here.
#pragma once

#include <condition_variable>
#include <mutex>

namespace taproot {

class Turnstile {
 public:
  class Passage {
   public:
    explicit Passage(Turnstile& turnstile) : turnstile_(turnstile) {
      std::unique_lock lock(turnstile_.mutex_);
      turnstile_.free_.wait(lock, [&] { return !turnstile_.taken_; });
      turnstile_.taken_ = true;
    }
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;
    ~Passage() {
      {
        const std::lock_guard lock(turnstile_.mutex_);
        turnstile_.taken_ = false;
      }
      turnstile_.free_.notify_one();
    }

   private:
    Turnstile& turnstile_;
  };

 private:
  std::mutex mutex_;
  std::condition_variable free_;
  bool taken_ = false;
};

}  // namespace taproot
