// The performance counters that HotSpot keeps in a file for jps and jstat ("hsperfdata").
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"

namespace taproot {

// Immutable: the counters as they were when they were read.
class PerfCounters {
 public:
  // The content of a file in format 2, which is that of all HotSpots from 5 on. InvalidArgument if
  // it is none or is damaged, FailedPrecondition if the VM has not come so far yet.
  static absl::StatusOr<PerfCounters> Parse(std::string_view bytes);

  // Empty if there is no such text.
  std::string_view Text(std::string_view name) const;
  std::optional<int64_t> Number(std::string_view name) const;

 private:
  absl::flat_hash_map<std::string, int64_t> numbers_;
  absl::flat_hash_map<std::string, std::string> texts_;
};

}  // namespace taproot
