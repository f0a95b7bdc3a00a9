#include "control/agent_thread.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "control/daemon_thread.h"
#include "control/guard.h"

namespace taproot {
namespace {

constexpr std::chrono::milliseconds kBetweenCollections{1000};

std::atomic<uint32_t> pending_events{0};
std::atomic<int> event_descriptor{-1};

using Timeout = std::optional<std::chrono::milliseconds>;

Timeout Sooner(Timeout one, Timeout other) {
  if (!one || !other) return one ? one : other;
  return std::min(*one, *other);
}

// Of a burst of collections the later ones wait a little, to be told together.
class CollectionPace {
 public:
  // Those of the events that are to be handled now; `held_back`: when to look again.
  uint32_t Ready(uint32_t events, Timeout& held_back) {
    held_back.reset();
    if ((events & AgentThread::kCollection) == 0) return events;
    const auto now = Clock::now();
    if (now >= next_) {
      next_ = now + kBetweenCollections;
      return events;
    }
    held_back = std::chrono::duration_cast<std::chrono::milliseconds>(next_ - now) +
                std::chrono::milliseconds(1);
    return events & ~static_cast<uint32_t>(AgentThread::kCollection);
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point next_ = Clock::now();
};

// Sleeps until there is an event. False once it is over.
bool WaitForEvent(Timeout at_most) {
  pollfd waiting = {event_descriptor.load(), POLLIN, 0};
  const int ready = poll(&waiting, 1, at_most ? static_cast<int>(at_most->count()) : -1);
  if (ready < 0 && errno != EINTR) return false;
  if (ready > 0) {
    uint64_t count = 0;
    if (read(waiting.fd, &count, sizeof count) < 0 && errno != EAGAIN && errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

absl::Status AgentThread::Open() {
  if (event_descriptor.load() >= 0) return absl::OkStatus();
  const int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor < 0) {
    return absl::ResourceExhaustedError(absl::StrCat("no eventfd: ", std::strerror(errno)));
  }
  event_descriptor.store(descriptor);
  return absl::OkStatus();
}

void AgentThread::Wake(Event event) {
  const int saved_errno = errno;
  pending_events.fetch_or(event);
  const uint64_t one = 1;
  // Fails only when the counter is full, and then the thread is awake anyway.
  [[maybe_unused]] const ssize_t written = write(event_descriptor.load(), &one, sizeof one);
  errno = saved_errno;
}

absl::Status AgentThread::Start(jvmtiEnv* jvmti, JNIEnv* jni, Handler handle) {
  return StartDaemonThread(jvmti, jni, "taproot", [handle = std::move(handle)](JNIEnv* thread_jni) {
    Run(thread_jni, handle);
  });
}

void AgentThread::Run(JNIEnv* jni, const Handler& handle) {
  CollectionPace pace;
  uint32_t waiting = 0;
  std::optional<std::chrono::milliseconds> wish;  // of the handler
  std::optional<std::chrono::milliseconds> held_back;
  while (WaitForEvent(Sooner(wish, held_back))) {
    waiting |= pending_events.exchange(0);
    if ((waiting & kStop) != 0) return;
    const uint32_t ready = pace.Ready(waiting, held_back);
    waiting &= ~ready;
    Guarded([&] { wish = handle(jni, ready); });
  }
}

}  // namespace taproot
