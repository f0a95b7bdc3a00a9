// What standard output and standard error are connected to.
#pragma once

#include <cstddef>

#include "cli/invocation.h"

namespace taproot {

struct Terminal {
  bool colors = false;  // of the answer
  size_t width = 0;     // to which lines of the answer are folded; 0: they are not
  bool cleans = false;  // control characters of the answer would reach a terminal
  bool progress = false;
  size_t progress_width = 80;
};

// By NO_COLOR, TERM, COLUMNS and the terminals themselves.
Terminal LookAtTerminal(ColorChoice color);

}  // namespace taproot
