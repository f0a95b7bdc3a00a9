#include "query/signal_choice.h"

#include <csignal>
#include <string>

#include "support/catch.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;

std::string Message(std::string_view text) {
  return std::string(ChooseSignal(text).status().message());
}

TEST_CASE("Signals that are free are known by name", "[query][signal]") {
  const std::pair<std::string_view, int> free[] = {
      {"USR1", SIGUSR1}, {"WINCH", SIGWINCH}, {"IO", SIGIO}};
  for (const auto& [name, number] : free) {
    const absl::StatusOr<SignalChoice> choice = ChooseSignal(name);
    REQUIRE(choice.ok());
    CHECK(choice->number == number);
    CHECK(choice->name == name);
  }
}

TEST_CASE("SIG in front and lower case are the same signal", "[query][signal]") {
  for (const char* text : {"SIGUSR1", "usr1", "sigusr1", "SigUsr1"}) {
    const absl::StatusOr<SignalChoice> choice = ChooseSignal(text);
    REQUIRE(choice.ok());
    CHECK(choice->number == SIGUSR1);
    CHECK(choice->name == "USR1");
  }
}

TEST_CASE("Real-time signals are counted from RTMIN", "[query][signal]") {
  CHECK(ChooseSignal("RTMIN")->number == SIGRTMIN);
  CHECK(ChooseSignal("RTMIN")->name == "RTMIN");
  CHECK(ChooseSignal("RTMIN+0")->name == "RTMIN");
  CHECK(ChooseSignal("sigrtmin+3")->number == SIGRTMIN + 3);
  CHECK(ChooseSignal("sigrtmin+3")->name == "RTMIN+3");
  const int most = SIGRTMAX - SIGRTMIN;
  CHECK(ChooseSignal("RTMIN+" + std::to_string(most))->number == SIGRTMAX);
}

TEST_CASE("Beyond RTMAX, or below RTMIN, there is no signal", "[query][signal]") {
  const std::string most = std::to_string(SIGRTMAX - SIGRTMIN);
  const std::string beyond = std::to_string(SIGRTMAX - SIGRTMIN + 1);
  for (const std::string& text :
       {"RTMIN+" + beyond, std::string("RTMIN+99999999999"), std::string("RTMIN-1"),
        std::string("RTMIN+-1"), std::string("RTMIN+"), std::string("RTMIN+x"),
        std::string("RTMIN3"), std::string("RTMIN+++3"), std::string("RTMIN++3"),
        std::string("RTMIN+ 3")}) {
    INFO(text);
    CHECK(absl::IsInvalidArgument(ChooseSignal(text).status()));
    CHECK_THAT(Message(text),
               ContainsSubstring("'" + text + "' is not one of RTMIN to RTMIN+" + most));
  }
}

TEST_CASE("Signals of HotSpot's are refused with the reason", "[query][signal]") {
  const std::pair<std::string_view, std::string> taken[] = {
      {"HUP", "shutdown hooks"},       {"INT", "shutdown hooks"},    {"TERM", "shutdown hooks"},
      {"QUIT", "without this option"}, {"SEGV", "compiled code"},    {"BUS", "compiled code"},
      {"FPE", "compiled code"},        {"ILL", "compiled code"},     {"PIPE", "broken pipes"},
      {"XFSZ", "file size"},           {"TRAP", "debuggers"},        {"USR2", "suspends threads"},
      {"KILL", "cannot be caught"},    {"STOP", "cannot be caught"},
  };
  for (const auto& [name, reason] : taken) {
    CHECK(absl::IsFailedPrecondition(ChooseSignal(name).status()));
    CHECK_THAT(Message("sig" + std::string(name)),
               ContainsSubstring("SIG" + std::string(name) + " is not free") &&
                   ContainsSubstring(reason) && ContainsSubstring("take USR1"));
  }
}

TEST_CASE("What is no signal is refused with those to choose from", "[query][signal]") {
  CHECK_THAT(Message("USR3"), ContainsSubstring("unknown signal 'USR3': did you mean 'USR1'?"));
  for (const char* text : {"", "SIG", "SIGSIGUSR1", "10", "USR1 ", "HANGUP"}) {
    INFO(text);
    CHECK(absl::IsInvalidArgument(ChooseSignal(text).status()));
    CHECK_THAT(Message(text), ContainsSubstring("USR1"));
  }
}

}  // namespace
}  // namespace taproot
