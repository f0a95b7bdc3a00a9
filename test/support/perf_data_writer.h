// Writes performance counters as HotSpot does, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace taproot::test {

class PerfDataWriter {
 public:
  PerfDataWriter& Number(std::string_view name, int64_t value);
  PerfDataWriter& Text(std::string_view name, std::string_view value);

  // Padded with zero bytes, as the file of a VM is.
  std::string Bytes(bool accessible = true) const;

 private:
  void Entry(std::string_view name, char type, std::string data, uint32_t elements);

  std::string entries_;
  uint32_t count_ = 0;
};

// The counters of a VM with this main class, arguments and all, that uses G1.
std::string CountersOf(std::string_view command, std::string_view version = "21.0.4");

}  // namespace taproot::test
