#include "report/growth_words.h"

#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "report/words.h"

namespace taproot {
namespace {

// The finest unit of time in which there is at least one.
std::pair<double, const char*> InUnit(double per_second) {
  if (per_second >= 1) return {per_second, "/s"};
  if (per_second * 60 >= 1) return {per_second * 60, "/min"};
  return {per_second * 3600, "/h"};
}

}  // namespace

std::string HistoryText(std::span<const std::string> rounds) {
  constexpr size_t kEnds = 4;
  std::string text;
  for (size_t i = 0; i < rounds.size(); ++i) {
    if (rounds.size() > 2 * kEnds && i == kEnds) {
      absl::StrAppend(&text, " -> …");
      i = rounds.size() - kEnds;
    }
    absl::StrAppend(&text, i == 0 ? "" : " -> ", rounds[i]);
  }
  return text;
}

std::string HistoryText(std::span<const uint64_t> rounds) {
  std::vector<std::string> words;
  for (const uint64_t count : rounds) words.push_back(Grouped(count));
  return HistoryText(words);
}

std::string ObjectRate(double per_second) {
  const auto [rate, unit] = InUnit(per_second);
  if (rate < 100) return absl::StrFormat("%.1f objects%s", rate, unit);
  return absl::StrCat(Grouped(static_cast<uint64_t>(std::llround(rate))), " objects", unit);
}

std::string ByteRate(double per_second) {
  const auto [rate, unit] = InUnit(per_second);
  return absl::StrCat(Bytes(static_cast<uint64_t>(std::llround(rate))), unit);
}

std::string RoughTime(int64_t milliseconds) {
  const int64_t seconds = milliseconds / 1000;
  const int64_t minutes = seconds / 60;
  const int64_t hours = minutes / 60;
  if (minutes < 2) return absl::StrCat(seconds, " s");
  if (hours < 2) return absl::StrCat(minutes, " min");
  if (hours < 48) return absl::StrCat(hours, " h ", minutes % 60, " min");
  return absl::StrCat(Grouped(static_cast<uint64_t>(hours / 24)), " d ", hours % 24, " h");
}

std::string FingerprintText(uint64_t fingerprint) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (size_t i = text.size(); i-- > 0; fingerprint >>= 4) text[i] = kDigits[fingerprint & 15];
  return text;
}

}  // namespace taproot
