// One request among others, for who has made it: to see whether it is being worked on, and to end
// it and no other. Thread-safe.
#pragma once

#include <atomic>
#include <mutex>

#include "taproot/progress.h"

namespace taproot {

class RequestHandle {
 public:
  RequestHandle() = default;
  RequestHandle(const RequestHandle&) = delete;
  RequestHandle& operator=(const RequestHandle&) = delete;

  // Ends the work, now or as soon as it begins; a request that waits for its turn gives up.
  void Cancel() {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    if (progress_ != nullptr) progress_->Cancel();
  }
  bool cancelled() const { return cancelled_; }

  // Whether it has its turn.
  bool working() const {
    const std::lock_guard lock(mutex_);
    return progress_ != nullptr;
  }

  // For the work: null once it is over.
  void Attach(Progress* progress) {
    const std::lock_guard lock(mutex_);
    progress_ = progress;
    if (cancelled_ && progress_ != nullptr) progress_->Cancel();
  }

 private:
  mutable std::mutex mutex_;
  Progress* progress_ = nullptr;
  std::atomic<bool> cancelled_{false};
};

}  // namespace taproot
