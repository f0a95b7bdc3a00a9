// How far the work is, on one line of the terminal, which is gone when the answer comes.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/terminal.h"

namespace taproot {

struct ProgressView {
  std::string_view verb;
  std::string_view phase;
  double fraction = 0;  // of the phase, 0 to 1
  int64_t running_ms = 0;
  std::optional<int64_t> remaining_ms;
};

// "leaks: walking the heap  45 %, 3 s, about 4 s left"; at most `width` places.
std::string ProgressWords(const ProgressView& view, size_t width);

// Nothing is shown where standard error is no terminal, nor of what takes but a moment.
class ProgressLine {
 public:
  explicit ProgressLine(const Terminal& terminal) : terminal_(terminal) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { Erase(); }

  void Show(const ProgressView& view);
  void Erase();

 private:
  const Terminal terminal_;
  bool shown_ = false;
};

}  // namespace taproot
