#include "query/byte_count.h"

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"

namespace taproot {
namespace {

constexpr uint64_t kKilo = 1000;
constexpr uint64_t kKibi = 1024;
constexpr std::pair<std::string_view, uint64_t> kUnits[] = {
    {"kib", kKibi}, {"mib", kKibi* kKibi}, {"gib", kKibi* kKibi* kKibi},
    {"kb", kKilo},  {"mb", kKilo* kKilo},  {"gb", kKilo* kKilo* kKilo},
    {"k", kKibi},   {"m", kKibi* kKibi},   {"g", kKibi* kKibi* kKibi},
    {"b", 1},
};

// SimpleAtod takes more: signs, exponents, "inf".
bool IsPlainNumber(std::string_view text) {
  return !text.empty() && absl::ascii_isdigit(static_cast<unsigned char>(text.front())) &&
         text.find_first_not_of("0123456789.") == std::string_view::npos;
}

}  // namespace

std::optional<uint64_t> ParseByteCount(std::string_view text) {
  const std::string lower = absl::AsciiStrToLower(text);
  std::string_view number = lower;
  uint64_t unit = 1;
  for (const auto& [suffix, bytes] : kUnits) {
    if (!number.ends_with(suffix)) continue;
    number.remove_suffix(suffix.size());
    unit = bytes;
    break;
  }
  constexpr double kLimit = 9'223'372'036'854'775'808.0;
  double value = 0;
  if (!IsPlainNumber(number) || !absl::SimpleAtod(number, &value)) return std::nullopt;
  value *= static_cast<double>(unit);
  if (!(value < kLimit)) return std::nullopt;
  return static_cast<uint64_t>(value);
}

}  // namespace taproot
