// What a class file tells of a method for people: lines and local variables (JVMS 4.7.12, 4.7.13).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "taproot/root.h"

namespace taproot {

struct MethodDebugInfo {
  uint32_t code_length = 0;
  uint32_t max_locals = 0;
  std::vector<std::pair<uint32_t, int32_t>> lines;  // start bci, line; as they stand in the file
  std::vector<LocalVariable> locals;                // likewise; empty without a table
};

// NotFound if the class has no such method or the method no code; DataLoss if the bytes are no
// class file.
absl::StatusOr<MethodDebugInfo> ReadMethodDebugInfo(std::span<const uint8_t> class_file,
                                                    std::string_view name,
                                                    std::string_view descriptor);

}  // namespace taproot
