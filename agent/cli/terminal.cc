#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "absl/strings/numbers.h"

namespace taproot {
namespace {

constexpr size_t kUsualWidth = 80;
constexpr size_t kLeastWidth = 40;  // narrower, folding helps nobody

std::string_view Variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

size_t WidthOf(int descriptor) {
  uint32_t columns = 0;
  if (absl::SimpleAtoi(Variable("COLUMNS"), &columns) && columns > 0) return columns;
  winsize size = {};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return kUsualWidth;
}

bool IsTerminal(int descriptor) { return isatty(descriptor) == 1; }

bool IsDumb() { return Variable("TERM") == "dumb"; }

}  // namespace

Terminal LookAtTerminal(ColorChoice color) {
  Terminal terminal;
  terminal.cleans = IsTerminal(STDOUT_FILENO);
  const bool wanted = terminal.cleans && !IsDumb() && Variable("NO_COLOR").empty();
  terminal.colors = color == ColorChoice::kAlways || (color == ColorChoice::kAuto && wanted);
  if (terminal.cleans) {
    const size_t width = WidthOf(STDOUT_FILENO);
    terminal.width = width >= kLeastWidth ? width : 0;
  }
  terminal.progress = IsTerminal(STDERR_FILENO) && !IsDumb();
  if (terminal.progress) terminal.progress_width = WidthOf(STDERR_FILENO);
  return terminal;
}

}  // namespace taproot
