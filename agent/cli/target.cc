#include "cli/target.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "cli/request.h"
#include "snapshot/format.h"

namespace taproot {
namespace {

constexpr std::array<std::string_view, 3> kSuffixes = {".taproot", ".snapshot", ".hprof"};

bool IsRegularFile(std::string_view operand) {
  std::error_code error;
  return std::filesystem::is_regular_file(operand, error);
}

// Whatever it is called.
bool BeginsLikeSnapshot(std::string_view operand) {
  if (!IsRegularFile(operand)) return false;
  std::array<char, snapshot::kMagic.size()> begin = {};
  std::ifstream(std::string(operand), std::ios::binary).read(begin.data(), begin.size());
  return begin == snapshot::kMagic;
}

bool LooksLikeFile(std::string_view operand) {
  return operand.find('/') != std::string_view::npos || IsRegularFile(operand) ||
         std::ranges::any_of(kSuffixes,
                             [&](std::string_view suffix) { return operand.ends_with(suffix); });
}

bool IsNumber(std::string_view operand) {
  return std::ranges::all_of(operand, absl::ascii_isdigit);
}

absl::StatusOr<Target> TargetOf(absl::StatusOr<JvmProcess> process) {
  if (!process.ok()) return process.status();
  return Target{.process = *std::move(process), .file = ""};
}

}  // namespace

absl::StatusOr<Target> LookAtOperand(std::string_view operand) {
  if (operand.empty()) return absl::InvalidArgumentError("the target is an empty word");
  const Target file{.process = {}, .file = AbsolutePath(operand)};
  if (IsNumber(operand) || !LooksLikeFile(operand)) return TargetOf(FindTarget(operand));
  if (BeginsLikeSnapshot(operand)) return file;
  absl::StatusOr<JvmProcess> process = FindNamed(operand);
  if (absl::IsNotFound(process.status())) return file;
  return TargetOf(std::move(process));
}

absl::StatusOr<JvmProcess> ProcessOf(std::string_view operand, std::string_view subcommand) {
  absl::StatusOr<Target> target = LookAtOperand(operand);
  if (!target.ok()) return target.status();
  if (target->process) return *std::move(target->process);
  return absl::FailedPreconditionError(
      absl::StrCat(subcommand, " needs a running JVM: ", target->file, " is a file"));
}

}  // namespace taproot
