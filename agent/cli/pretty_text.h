// A report in text on its way to a terminal: folded, colored, and without controls.
#pragma once

#include <string>
#include <string_view>

#include "cli/colors.h"
#include "cli/terminal.h"

namespace taproot {

class PrettyText {
 public:
  explicit PrettyText(const Terminal& terminal) : terminal_(terminal) {}

  // What can be shown of the report by now, the next part of it given. A line waits for the one
  // below it, whose marks must be folded with it.
  std::string Next(std::string_view part);
  std::string Rest();  // at the end

 private:
  void TakeLine(std::string line, std::string& out);
  void Flush(std::string_view marks, std::string& out);

  const Terminal terminal_;
  Colors colors_;
  std::string unfinished_;  // line
  std::string waiting_;     // for its marks
  bool is_waiting_ = false;
};

}  // namespace taproot
