#include "attach/patience.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <thread>

#include "absl/strings/str_cat.h"
#include "attach/attach_error.h"
#include "attach/process_files.h"

namespace taproot {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLongestMoment{200};
constexpr milliseconds kLook{100};  // between two looks at the process, and at who waits

absl::Status Stopped(const JvmProcess& process, char state) {
  return absl::FailedPreconditionError(
      state == 't'
          ? absl::StrCat(Named(process), " is held by a debugger: let it go on, and try again")
          : absl::StrCat(Named(process), " is stopped: let it go on by `kill -CONT ", process.pid,
                         "`, and try again"));
}

}  // namespace

Patience::Patience(const JvmProcess& process, milliseconds timeout,
                   const std::atomic<bool>* cancelled, const std::string& proc)
    : process_(process),
      cancelled_(cancelled),
      proc_(proc),
      half_(Clock::now() + timeout / 2),
      deadline_(Clock::now() + timeout) {}

absl::Status Patience::Check() const {
  if (cancelled_ != nullptr && *cancelled_) return absl::CancelledError("cancelled");
  const std::optional<ProcessStatus> status = ReadProcessStatus(process_.pid, proc_);
  if (!status || status->state == 'Z' || status->state == 'X') return EndedMeanwhile(process_);
  if (process_.start_time != 0 &&
      ReadStartTime(process_.pid, proc_).value_or(0) != process_.start_time) {
    return EndedMeanwhile(process_);
  }
  if (status->state == 'T' || status->state == 't') return Stopped(process_, status->state);
  return absl::OkStatus();
}

absl::Status Patience::WaitAMoment() {
  std::this_thread::sleep_for(moment_);
  moment_ = std::min(moment_ * 3 / 2, kLongestMoment);
  return Check();
}

absl::Status Patience::Await(int descriptor, short events) const {
  while (true) {
    pollfd asked = {.fd = descriptor, .events = events, .revents = 0};
    const int ready = poll(&asked, 1, static_cast<int>(kLook.count()));
    if (ready > 0) return absl::OkStatus();
    if (ready < 0 && errno != EINTR) return absl::InternalError("poll failed");
    if (absl::Status s = Check(); !s.ok()) return s;
    if (over()) return absl::DeadlineExceededError("");
  }
}

}  // namespace taproot
