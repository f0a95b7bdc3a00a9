#include "cli/pretty_text.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "cli/folding.h"
#include "files/printable.h"

namespace taproot {

std::string PrettyText::Next(std::string_view part) {
  std::string out;
  for (size_t end = part.find('\n'); end != std::string_view::npos; end = part.find('\n')) {
    unfinished_.append(part.substr(0, end));
    TakeLine(std::exchange(unfinished_, {}), out);
    part.remove_prefix(end + 1);
  }
  unfinished_.append(part);
  return out;
}

std::string PrettyText::Rest() {
  std::string out;
  if (!unfinished_.empty()) TakeLine(std::exchange(unfinished_, {}), out);
  Flush("", out);
  return out;
}

void PrettyText::TakeLine(std::string line, std::string& out) {
  if (terminal_.cleans) line = Printable(line);
  if (is_waiting_ && IsMarkLine(line)) {
    Flush(line, out);
    return;
  }
  Flush("", out);
  waiting_ = std::move(line);
  is_waiting_ = true;
}

void PrettyText::Flush(std::string_view marks, std::string& out) {
  if (!std::exchange(is_waiting_, false)) return;
  bool continues = false;
  for (const std::string& row : Fold(waiting_, marks, terminal_.width)) {
    absl::StrAppend(&out, terminal_.colors ? colors_.Paint(row, continues) : row, "\n");
    continues = true;
  }
}

}  // namespace taproot
