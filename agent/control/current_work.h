// The request that is being answered, for those who look on, and for those who want it to end.
// Thread-safe; nothing here waits for the work.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>

#include "query/command.h"
#include "taproot/progress.h"
#include "taproot/report.h"

namespace taproot {

class CurrentWork {
 public:
  // The work of one request, of which there is one at a time.
  class Scope {
   public:
    Scope(CurrentWork& work, Verb verb);
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope();

    Progress* progress() { return &progress_; }

   private:
    CurrentWork& work_;
    Progress progress_;
  };

  std::optional<RunningWork> Look() const;

  // False if nothing is running.
  bool Cancel();

 private:
  using Clock = std::chrono::steady_clock;

  mutable std::mutex mutex_;
  Progress* progress_ = nullptr;  // of the running request; else null
  Verb verb_ = Verb::kStart;
  Clock::time_point begin_;
};

}  // namespace taproot
