#include "control/progress_log.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace taproot {
namespace {

constexpr int64_t kFirstMs = 5'000;
constexpr int64_t kBetweenMs = 10'000;

}  // namespace

std::optional<std::string> ProgressLog::LineFor(const std::optional<RunningWork>& work) {
  const int64_t running_ms = work ? work->running_ms : 0;
  if (!work || running_ms < running_ms_ || next_ms_ == 0) next_ms_ = kFirstMs;
  running_ms_ = running_ms;
  if (!work || running_ms < next_ms_) return std::nullopt;
  next_ms_ = running_ms + kBetweenMs;
  const int64_t seconds = running_ms / 1000;
  if (work->phase.empty()) return absl::StrCat(work->verb, ": ", seconds, " s");
  return absl::StrFormat("%s: %s, %.0f %%, %d s", work->verb, work->phase, work->fraction * 100,
                         seconds);
}

}  // namespace taproot
