#include "capture/fork/child_process.h"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace taproot {
namespace {

// Old headers do not know the numbers, which are the same on all architectures.
constexpr long kPidfdSendSignal = 424;
constexpr long kPidfdOpen = 434;
constexpr auto kByPidfd = static_cast<idtype_t>(3);  // P_PIDFD

// To give back the page tables of a large heap takes a while.
constexpr std::chrono::seconds kPatienceWithKilled(30);
// Where there is no descriptor to wait for.
constexpr std::chrono::milliseconds kBetweenLooks(5);

}  // namespace

ChildProcess::ChildProcess(pid_t pid)
    : pid_(pid), pidfd_(static_cast<int>(syscall(kPidfdOpen, pid, 0))) {}

ChildProcess::~ChildProcess() {
  if (HasEnded()) return;
  Kill();
  AwaitEnd(kPatienceWithKilled);
}

// By the descriptor where there is one: should the application have reaped the child, its number
// may be another process's by now.
void ChildProcess::Kill() {
  if (HasEnded()) return;
  if (pidfd_.get() >= 0 &&
      (syscall(kPidfdSendSignal, pidfd_.get(), SIGKILL, nullptr, 0) == 0 || errno == ESRCH)) {
    return;
  }
  kill(pid_, SIGKILL);
}

bool ChildProcess::HasEnded() {
  if (!end_) end_ = Reap();
  return end_.has_value();
}

std::optional<ChildProcess::End> ChildProcess::Reap() const {
  siginfo_t info;
  while (true) {
    info.si_pid = 0;
    int waited = pidfd_.get() < 0
                     ? -1
                     : waitid(kByPidfd, static_cast<id_t>(pidfd_.get()), &info, WEXITED | WNOHANG);
    if (waited != 0 && (pidfd_.get() < 0 || errno == EINVAL)) {  // Linux before 5.4
      waited = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG);
    }
    if (waited != 0 && errno == EINTR) continue;
    if (waited != 0) return End{};  // ECHILD: somebody else has reaped it
    if (info.si_pid == 0) return std::nullopt;
    if (info.si_code == CLD_EXITED) return End{.exit_status = info.si_status, .signal = {}};
    return End{.exit_status = {}, .signal = info.si_status};
  }
}

bool ChildProcess::AwaitEnd(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!HasEnded()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd watched = {pidfd_.get(), POLLIN, 0};  // a negative one is passed over
    const auto wait = pidfd_.get() >= 0 ? left : std::min(left, kBetweenLooks);
    poll(&watched, 1, static_cast<int>(wait.count()));
  }
  return true;
}

}  // namespace taproot
