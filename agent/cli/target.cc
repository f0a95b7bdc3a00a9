#include "cli/target.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "cli/request.h"

namespace taproot {
namespace {

constexpr std::array<std::string_view, 3> kSuffixes = {".taproot", ".snapshot", ".hprof"};

bool IsFile(std::string_view operand) {
  if (std::ranges::all_of(operand, absl::ascii_isdigit)) return false;
  if (operand.find('/') != std::string_view::npos) return true;
  std::error_code error;
  if (std::filesystem::is_regular_file(operand, error)) return true;
  return std::ranges::any_of(kSuffixes,
                             [&](std::string_view suffix) { return operand.ends_with(suffix); });
}

}  // namespace

absl::StatusOr<Target> LookAtOperand(std::string_view operand) {
  if (operand.empty()) return absl::InvalidArgumentError("the target is an empty word");
  if (IsFile(operand)) return Target{.process = {}, .file = AbsolutePath(operand)};
  absl::StatusOr<JvmProcess> process = FindTarget(operand);
  if (!process.ok()) return process.status();
  return Target{.process = *std::move(process), .file = ""};
}

absl::StatusOr<JvmProcess> ProcessOf(std::string_view operand, std::string_view subcommand) {
  absl::StatusOr<Target> target = LookAtOperand(operand);
  if (!target.ok()) return target.status();
  if (target->process) return *std::move(target->process);
  return absl::FailedPreconditionError(
      absl::StrCat(subcommand, " needs a running JVM: ", target->file, " is a file"));
}

}  // namespace taproot
