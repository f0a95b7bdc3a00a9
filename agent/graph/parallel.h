// Splits a loop over both cores.
#pragma once

#include <signal.h>

#include <cstdint>
#include <exception>
#include <thread>

namespace taproot {

// Calls body(begin, end) on parts that together are [0, count), on at most two threads, one of them
// the caller's: the application next to us wants its processors. The body must not throw. Where no
// thread can be had the caller does all.
template <typename Body>
void ForEachPart(uint64_t count, Body&& body) {
  constexpr uint64_t kWorthAThread = uint64_t{1} << 16;
  if (count < kWorthAThread || std::thread::hardware_concurrency() < 2) {
    body(uint64_t{0}, count);
    return;
  }
  std::thread other;
  // The thread takes none of the signals that the application waits for.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    other = std::thread([&] { body(count / 2, count); });
  } catch (const std::exception&) {
    // There is no thread to be had.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  body(uint64_t{0}, other.joinable() ? count / 2 : count);
  if (other.joinable()) other.join();
}

}  // namespace taproot
