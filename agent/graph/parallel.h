// Splits work over threads.
#pragma once

#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace taproot {

namespace internal {
inline std::atomic<uint32_t> worker_count{2};
}  // namespace internal

// Threads that a loop may use, the caller's among them. Two unless set: the application next to us
// wants its processors.
inline uint32_t WorkerCount() {
  const uint32_t most = std::max(std::thread::hardware_concurrency(), 1U);
  return std::min(internal::worker_count.load(std::memory_order_relaxed), most);
}
// For the whole process; at least 1.
inline void SetWorkerCount(uint32_t count) {
  internal::worker_count.store(std::max(count, 1U), std::memory_order_relaxed);
}

// Calls body(i) once for each i below `count`, the last of them on the caller's thread. The body
// must not throw, nor wait for another body to begin: where no thread can be had the caller's calls
// one after the other.
template <typename Body>
void RunOnWorkers(uint32_t count, Body&& body) {
  if (count == 0) return;
  std::vector<std::thread> others;
  uint32_t begun = 0;
  // The threads take none of the signals that the application waits for; a fault is their own.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  for (int fault : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP}) {
    sigdelset(&all, fault);
  }
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    others.reserve(count);
    for (; begun + 1 < count; ++begun) others.emplace_back([&body, begun] { body(begun); });
  } catch (const std::exception&) {
    // There is no thread to be had.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  for (uint32_t i = begun; i < count; ++i) body(i);
  for (std::thread& other : others) other.join();
}

// Calls body(begin, end) on parts that together are [0, count), each on a thread of its own. The
// body must not throw.
template <typename Body>
void ForEachPart(uint64_t count, Body&& body) {
  constexpr uint64_t kWorthAThread = uint64_t{1} << 16;
  const uint32_t parts = count < kWorthAThread ? 1 : WorkerCount();
  RunOnWorkers(parts, [&](uint32_t i) { body(count * i / parts, count * (i + 1) / parts); });
}

}  // namespace taproot
