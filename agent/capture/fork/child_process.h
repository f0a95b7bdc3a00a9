// A forked child as its parent sees it: ended by its own number only, and reaped without a look at
// other children, which are the application's.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>

#include "capture/fork/child_link.h"

namespace taproot {

class ChildProcess {
 public:
  // How it ended. Neither is known if the application has taken the status for itself: it ignores
  // SIGCHLD, or waits for any child.
  struct End {
    std::optional<int> exit_status;
    std::optional<int> signal;
  };

  // `pid` is a child that was forked right now.
  explicit ChildProcess(pid_t pid);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  // Kills and reaps it.
  ~ChildProcess();

  pid_t pid() const { return pid_; }
  // Readable once the child has ended; -1 where the system has no such thing.
  int descriptor() const { return pidfd_.get(); }

  void Kill();
  // Does not wait.
  bool HasEnded();
  // Waits so long at most; false if it has not ended by then.
  bool AwaitEnd(std::chrono::milliseconds patience);
  // Once it has ended.
  const End& end() const { return *end_; }

 private:
  std::optional<End> Reap() const;

  const pid_t pid_;
  Descriptor pidfd_;
  std::optional<End> end_;
};

}  // namespace taproot
