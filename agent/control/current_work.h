// The request that is being answered, for those who look on, and for those who want it to end.
// Thread-safe; nothing here waits for the work.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>

#include "control/request_handle.h"
#include "query/command.h"
#include "taproot/progress.h"
#include "taproot/report.h"

namespace taproot {

class CurrentWork {
 public:
  // The work of one request, of which there is one at a time.
  class Scope {
   public:
    // `handle` may be null.
    Scope(CurrentWork& work, Verb verb, RequestHandle* handle = nullptr);
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope();

    Progress* progress() { return &progress_; }

   private:
    CurrentWork& work_;
    RequestHandle* const handle_;
    Progress progress_;
  };

  std::optional<RunningWork> Look() const;

  // Whether who made the request looks on himself: then nobody else need be told how far it is.
  bool is_followed() const;

  // False if nothing is running.
  bool Cancel();

 private:
  using Clock = std::chrono::steady_clock;

  mutable std::mutex mutex_;
  Progress* progress_ = nullptr;  // of the running request; else null
  bool followed_ = false;
  Verb verb_ = Verb::kStart;
  Clock::time_point begin_;
};

}  // namespace taproot
