#include "control/reply_session.h"

#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <iterator>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "control/guard.h"
#include "control/log.h"
#include "control/phase_clock.h"

namespace taproot {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{100};
constexpr size_t kLarge = size_t{1} << 20;

// The signals of the process are for threads of the application or of the JVM.
std::thread StartWithoutSignals(std::function<void()> body) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const absl::Cleanup restore = [&] { pthread_sigmask(SIG_SETMASK, &before, nullptr); };
  return std::thread(std::move(body));
}

}  // namespace

void ReplySession::Watch(int over) {
  pthread_setname_np(pthread_self(), "taproot-reply");
  PhaseClock clock;
  bool is_over = false;
  while (!is_over && channel_.IsWanted() && !work_.vm_is_ending()) {
    wire::Progress progress = work_.look(handle_);
    clock.Estimate(progress);
    channel_.TrySend(progress);
    pollfd watched[] = {{over, POLLIN, 0}, {channel_.descriptor(), POLLIN, 0}};
    poll(watched, std::size(watched), static_cast<int>(kBetweenLooks.count()));
    is_over = watched[0].revents != 0;
  }
  if (!is_over) handle_.Cancel();
}

absl::StatusOr<Answer> ReplySession::AnswerUnderWatch(JNIEnv* jni) {
  const wire::Socket over(eventfd(0, EFD_CLOEXEC));
  if (!over.valid()) {
    return absl::ResourceExhaustedError(absl::StrCat("no eventfd: ", std::strerror(errno)));
  }
  std::thread watcher = StartWithoutSignals([this, descriptor = over.get()] {
    // Without a look at the client nothing would ever end its work.
    if (!Guarded([&] { Watch(descriptor); })) handle_.Cancel();
  });
  const absl::Cleanup end = [&] {
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(over.get(), &one, sizeof one);
    watcher.join();
  };
  return work_.answer(jni, handle_);
}

void ReplySession::Run(JNIEnv* jni) noexcept {
  bool is_large = false;
  Guarded([&] {
    absl::StatusOr<Answer> answer = absl::UnknownError("");
    try {
      answer = AnswerUnderWatch(jni);
    } catch (const std::bad_alloc&) {
      answer = absl::ResourceExhaustedError("the agent ran out of memory");
    } catch (const std::system_error& e) {
      answer = absl::ResourceExhaustedError(absl::StrCat("no thread: ", e.what()));
    }
    if (!answer.ok() && work_.vm_is_ending()) answer = absl::UnavailableError("the JVM is ending");
    const absl::Status sent = channel_.Finish(answer, {}, work_.vm_is_ending);
    if (!sent.ok() && !absl::IsUnavailable(sent)) {
      LogError(absl::StrCat("an answer was not taken: ", sent.message()));
    }
    is_large = answer.ok() && answer->text.size() > kLarge;
  });
  // The C library would keep the room.
  if (is_large) malloc_trim(0);
}

}  // namespace taproot
