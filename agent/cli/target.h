// What an operand means: a running JVM or a snapshot file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "attach/jvm_process.h"

namespace taproot {

struct Target {
  std::optional<JvmProcess> process;
  std::string file;  // where there is no process: absolute
};

// A number is a process. What begins like a snapshot is a file; what a JVM is called in full is
// that. What else is there as a file, or can only be one, is a file; the rest is a part of a name.
// Errors are those of FindTarget().
absl::StatusOr<Target> LookAtOperand(std::string_view operand);

// FailedPrecondition: a file, where a running JVM is needed.
absl::StatusOr<JvmProcess> ProcessOf(std::string_view operand, std::string_view subcommand);

}  // namespace taproot
