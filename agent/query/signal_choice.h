// Signals that may ask for a dump.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace taproot {

struct SignalChoice {
  int number = 0;
  std::string name;  // without SIG: "USR1", "RTMIN+3"
};

// Takes "USR1", "SIGUSR1", "WINCH", "IO", "RTMIN+n". FailedPrecondition with the reason for a
// signal that HotSpot owns; InvalidArgument for what is none.
absl::StatusOr<SignalChoice> ChooseSignal(std::string_view text);

}  // namespace taproot
