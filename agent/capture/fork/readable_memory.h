// Which addresses of this process can be read: for values that may be addresses and may not.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "capture/fork/vm_layout.h"

namespace taproot {

class ReadableMemory {
 public:
  // As of now. Nothing can be read where the system does not tell.
  static ReadableMemory OfThisProcess();
  // `maps`: the text of /proc/PID/maps.
  explicit ReadableMemory(std::string_view maps);

  bool Contains(Address at, uint64_t bytes) const;

 private:
  struct Range {
    Address begin;
    Address end;
  };

  std::vector<Range> ranges_;  // in order, none touches the next
};

}  // namespace taproot
