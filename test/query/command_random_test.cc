#include <random>

#include "query/command.h"
#include "query/command_words.h"
#include "support/catch.h"

namespace taproot {
namespace {

// Holds the parser to what must be true of any text.
void CheckAnyText(const std::string& text) {
  const absl::StatusOr<Command> command = ParseCommand(text);
  if (command.ok()) {
    if (!MadeOfKnownWords(text)) FAIL("accepted: " << text);
  } else if (!absl::IsInvalidArgument(command.status()) || command.status().message().empty()) {
    FAIL("refused in an odd way: " << text << ": " << command.status());
  }
}

bool NamesFile(std::string_view text) { return text.find("options") != std::string_view::npos; }

TEST_CASE("Random bytes are refused and crash nothing", "[query][command]") {
  std::mt19937 random(20'250'101);
  for (int round = 0; round < 20'000; ++round) {
    std::string text(random() % 40, '\0');
    for (char& c : text) c = static_cast<char>(random());
    CheckAnyText(text);
  }
}

TEST_CASE("Random pieces of commands are understood only where they make sense",
          "[query][command]") {
  std::vector<std::string> pieces = {",",
                                     "=",
                                     ";",
                                     " ",
                                     "\n",
                                     "%",
                                     "*",
                                     "",
                                     "\xff",
                                     "0",
                                     "1",
                                     "5s",
                                     "99999999999999999999",
                                     "true",
                                     "exit",
                                     "json",
                                     "tags",
                                     "USR1",
                                     "weak",
                                     "a.B",
                                     "-",
                                     "x"};
  for (const auto& [verb, keys] : KeysOfVerbs()) pieces.emplace_back(verb);
  for (std::string_view key : AllKeys()) pieces.push_back("," + std::string(key) + "=");
  std::mt19937 random(4711);
  int accepted = 0;
  for (int round = 0; round < 50'000; ++round) {
    std::string text;
    for (size_t n = 1 + random() % 7; n > 0; --n) text += pieces[random() % pieces.size()];
    if (NamesFile(text)) continue;
    CheckAnyText(text);
    accepted += ParseCommand(text).ok();
  }
  CHECK(accepted > 500);  // else nothing is learnt from the accepted ones
}

TEST_CASE("A right command with one wrong byte is right or refused", "[query][command]") {
  const std::string right = "leaks,format=json,top=5,delay=2s,watch=a.B;c.D,enter=weak,min=2%";
  REQUIRE(ParseCommand(right).ok());
  for (size_t at = 0; at < right.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string text = right;
      text[at] = static_cast<char>(byte);
      CheckAnyText(text);
    }
  }
}

}  // namespace
}  // namespace taproot
