// Colors of a report on a terminal, by what its lines begin with.
#pragma once

#include <string>
#include <string_view>

namespace taproot {

// A line as in a report; what it begins with decides on what follows in further rows of the same
// line, so that rows of a folded line are handed over one after the other.
class Colors {
 public:
  // `continues`: a further row of the line before.
  std::string Paint(std::string_view row, bool continues);

 private:
  std::string_view of_line_;  // the color of the line that may continue
};

}  // namespace taproot
