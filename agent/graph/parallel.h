// Splits a loop over both cores.
#pragma once

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
  try {
    other = std::thread([&] { body(count / 2, count); });
  } catch (const std::exception&) {
    body(uint64_t{0}, count);
    return;
  }
  body(uint64_t{0}, count / 2);
  other.join();
}

}  // namespace taproot
