#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>

#include "cli/exit_code.h"
#include "files/unfinished.h"

namespace taproot {
namespace {

constexpr int kPatience = 2;  // signals before the one that ends the program

std::atomic<bool> interrupted{false};
std::atomic<int> seen{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void OnSignal(int) {
  interrupted = true;
  if (++seen <= kPatience) return;
  RemoveUnfinished();
  _exit(static_cast<int>(ExitCode::kInterrupted));
}

}  // namespace

void TakeSignals() {
  struct sigaction action = {};
  action.sa_handler = &OnSignal;
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    // Who was started in the background, or under nohup, is not meant.
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
  std::signal(SIGPIPE, SIG_IGN);
}

const std::atomic<bool>& Interrupted() { return interrupted; }

}  // namespace taproot
