#include "cli/progress_line.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/folding.h"
#include "report/words.h"

namespace taproot {
namespace {

constexpr int64_t kMoment = 400;  // milliseconds

void WriteToTerminal(std::string_view text) {
  // What does not arrive is no loss.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

std::string ProgressWords(const ProgressView& view, size_t width) {
  std::string words = absl::StrCat(view.verb, ":");
  if (!view.phase.empty()) {
    absl::StrAppendFormat(&words, " %s %3.0f %%,", view.phase,
                          std::clamp(view.fraction, 0.0, 1.0) * 100);
  }
  absl::StrAppend(&words, " ", view.running_ms / 1000, " s");
  if (view.remaining_ms && *view.remaining_ms >= 1000) {
    absl::StrAppend(&words, ", about ", Age(*view.remaining_ms), " left");
  }
  // One place stays free: in the last one, some terminals begin a new line.
  return width == 0 || PlacesOf(words) < width ? words : Fold(words, "", width - 1).front();
}

void ProgressLine::Show(const ProgressView& view) {
  if (!terminal_.progress || (!shown_ && view.running_ms < kMoment)) return;
  WriteToTerminal(absl::StrCat("\r\x1b[K", ProgressWords(view, terminal_.progress_width)));
  shown_ = true;
}

void ProgressLine::Erase() {
  if (std::exchange(shown_, false)) WriteToTerminal("\r\x1b[K");
}

}  // namespace taproot
