#include "capture/fork/faults.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "absl/strings/numbers.h"
#include "capture/fork/child_setup.h"

namespace taproot {
namespace {

constexpr uint64_t kRoomBeforeOutOfMemory = uint64_t{64} << 20;
constexpr rlim_t kSmallFile = 4096;

// The compiler must not know that it is null.
const volatile int* volatile nothing = nullptr;

int OverflowStack(int depth) {
  volatile char frame[4096] = {};
  frame[depth % 4096] = 1;
  return depth < 0 ? 0 : OverflowStack(depth + 1) + frame[0];
}

void TakeAllMemory() {
  LimitMemory(kRoomBeforeOutOfMemory);
  std::vector<std::vector<char>> taken;
  while (true) taken.emplace_back(size_t{1} << 20, 'x');
}

void LimitFiles(bool fatal) {
  const rlimit limit = {kSmallFile, kSmallFile};
  setrlimit(RLIMIT_FSIZE, &limit);
  if (!fatal) return;
  signal(SIGXFSZ, SIG_DFL);
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGXFSZ);
  pthread_sigmask(SIG_UNBLOCK, &wanted, nullptr);
}

void LoopForever() {
  volatile bool forever = true;
  while (forever) {
  }
}

void FailBeforeCapture(std::string_view fault, int socket) {
  if (fault == "null-read") static_cast<void>(*nothing);
  if (fault == "abort") std::abort();
  if (fault == "stack-overflow") OverflowStack(0);
  if (fault == "endless-loop") LoopForever();
  if (fault == "killed") kill(getpid(), SIGKILL);
  if (fault == "out-of-memory") TakeAllMemory();
  if (fault == "pipe-closed") {
    close(socket);
    LoopForever();
  }
}

}  // namespace

void MaybeFail(FaultPoint point, int socket) {
  const char* const wanted = std::getenv("TAPROOT_FAULT");
  if (wanted == nullptr) return;
  const std::string_view fault = wanted;
  switch (point) {
    case FaultPoint::kBeforeCapture:
      FailBeforeCapture(fault, socket);
      break;
    case FaultPoint::kBeforeAnswer:
      if (fault == "disk-full" || fault == "killed-in-file") LimitFiles(fault != "disk-full");
      break;
  }
}

std::optional<std::chrono::seconds> DeadlineOfTests() {
  const char* const text = std::getenv("TAPROOT_FORK_DEADLINE");
  uint32_t seconds = 0;
  if (text == nullptr || !absl::SimpleAtoi(text, &seconds)) return std::nullopt;
  return std::chrono::seconds(seconds);
}

}  // namespace taproot
