// The one command language of launch, attach, Java and the command line: `verb,key=value,...`
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "capture/capture.h"
#include "taproot/object_walk.h"
#include "taproot/report.h"

namespace taproot {

enum class Verb : uint8_t {
  kStart,
  kWatch,
  kUnwatch,
  kStatus,
  kHistogram,
  kProfile,
  kSize,
  kLeaks,
  kPaths,
  kDump
};

inline constexpr int64_t kDefaultRetainedDelayMs = 5000;

struct Command {
  Verb verb = Verb::kStart;
  std::optional<Format> format;
  std::string output;  // a file; %p is the process id, %t the time; empty: none
  std::string log;     // a file for the log in place of standard error
  IdentityChoice identity = IdentityChoice::kAuto;
  RenderOptions render;
  std::optional<int64_t> retained_delay_ms;  // of `start` where a request does not say
  std::vector<std::string> watch;            // class name patterns
  std::string signal;                        // normalised: "USR1", "RTMIN+3"
  bool dump_at_exit = false;
  std::string class_name;  // a pattern as well
  std::string watched;     // name or number of a watched object
  WalkOptions walk;
  bool delta = false;
};

std::string_view VerbName(Verb verb);

// Without a verb it is `start`. InvalidArgument names what is not understood and the nearest right
// word; NotFound or PermissionDenied name an options=FILE that cannot be read. In the file commas
// and line breaks separate, and lines that begin with # are left out.
absl::StatusOr<Command> ParseCommand(std::string_view text);

}  // namespace taproot
