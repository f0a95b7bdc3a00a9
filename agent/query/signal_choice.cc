#include "query/signal_choice.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "query/word_list.h"

namespace taproot {
namespace {

constexpr std::pair<std::string_view, int> kFree[] = {
    {"USR1", SIGUSR1}, {"WINCH", SIGWINCH}, {"IO", SIGIO}};

constexpr std::pair<std::string_view, std::string_view> kTaken[] = {
    {"HUP", "HotSpot runs the shutdown hooks on it"},
    {"INT", "HotSpot runs the shutdown hooks on it"},
    {"TERM", "HotSpot runs the shutdown hooks on it"},
    {"QUIT",
     "HotSpot prints its thread dump on it; it asks for a dump anyway, without this option"},
    {"SEGV", "HotSpot handles faults of compiled code with it"},
    {"BUS", "HotSpot handles faults of compiled code with it"},
    {"FPE", "HotSpot handles faults of compiled code with it"},
    {"ILL", "HotSpot handles faults of compiled code with it"},
    {"PIPE", "HotSpot ignores broken pipes with it"},
    {"XFSZ", "HotSpot ignores file size limits with it"},
    {"TRAP", "HotSpot and debuggers use it"},
    {"USR2", "HotSpot suspends threads with it"},
    {"KILL", "it cannot be caught"},
    {"STOP", "it cannot be caught"},
};

absl::StatusOr<SignalChoice> ChooseRealTime(std::string_view offset, std::string_view text) {
  int n = 0;
  const int most = SIGRTMAX - SIGRTMIN;
  if (!offset.empty() && (!absl::ConsumePrefix(&offset, "+") || offset.empty() ||
                          !absl::ascii_isdigit(static_cast<unsigned char>(offset[0])) ||
                          !absl::SimpleAtoi(offset, &n) || n > most)) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", text, "' is not one of RTMIN to RTMIN+", most));
  }
  return SignalChoice{SIGRTMIN + n, n == 0 ? "RTMIN" : absl::StrCat("RTMIN+", n)};
}

}  // namespace

absl::StatusOr<SignalChoice> ChooseSignal(std::string_view text) {
  const std::string upper = absl::AsciiStrToUpper(text);
  std::string_view name = absl::StripPrefix(upper, "SIG");
  for (const auto& [free, number] : kFree) {
    if (name == free) return SignalChoice{number, std::string(free)};
  }
  for (const auto& [taken, reason] : kTaken) {
    if (name == taken) {
      return absl::FailedPreconditionError(absl::StrCat("SIG", taken, " is not free: ", reason,
                                                        "; take USR1, WINCH, IO or RTMIN+n"));
    }
  }
  if (absl::ConsumePrefix(&name, "RTMIN")) return ChooseRealTime(name, text);
  constexpr std::array<std::string_view, 4> kWords = {"USR1", "WINCH", "IO", "RTMIN+1"};
  return absl::InvalidArgumentError(UnknownWord("signal", text, kWords));
}

}  // namespace taproot
