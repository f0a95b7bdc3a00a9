// Waiting for a process that may end, or be stopped, while a user may lose patience.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "absl/status/status.h"
#include "attach/jvm_process.h"

namespace taproot {

// Not thread-safe. What it is made with must outlive it.
class Patience {
 public:
  using Clock = std::chrono::steady_clock;

  // From now on, until `timeout` has passed.
  Patience(const JvmProcess& process, std::chrono::milliseconds timeout,
           const std::atomic<bool>* cancelled, const std::string& proc = "/proc");

  // Cancelled; NotFound if the process has ended, or another one has its pid now;
  // FailedPrecondition if it is stopped.
  absl::Status Check() const;

  bool over() const { return Clock::now() >= deadline_; }
  bool half_over() const { return Clock::now() >= half_; }

  // Waits for a moment, longer each time. Check()'s errors.
  absl::Status WaitAMoment();

  // Waits until poll(2) has one of `events` for the descriptor. Check()'s errors; DeadlineExceeded
  // without words if time is over.
  absl::Status Await(int descriptor, short events) const;

 private:
  const JvmProcess& process_;
  const std::atomic<bool>* cancelled_;
  std::string proc_;
  Clock::time_point half_;
  Clock::time_point deadline_;
  std::chrono::milliseconds moment_{10};
};

}  // namespace taproot
