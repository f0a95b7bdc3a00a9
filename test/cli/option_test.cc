// The options are held to the command language, of which they are a second telling.
#include "cli/option.h"

#include <algorithm>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "query/command_keys.h"
#include "support/catch.h"

namespace taproot {
namespace {

std::vector<Option> OptionsOfVerb(Verb verb) { return OptionsOf(*FindSubcommand(VerbName(verb))); }

// The words that the language itself names when it is given another; empty if it takes any.
std::set<std::string> WordsOfLanguage(const CommandKey& key) {
  Command command;
  const std::string message(key.set("???????????????????", command).message());
  const std::vector<std::string> parts = absl::StrSplit(message, "it is one of ");
  if (parts.size() != 2) return {};
  return absl::StrSplit(parts[1], ", ");
}

TEST_CASE("Every verb is a subcommand", "[cli][option]") {
  for (size_t i = 0; i <= static_cast<size_t>(Verb::kCancel); ++i) {
    const Verb verb = static_cast<Verb>(i);
    INFO(VerbName(verb));
    const Subcommand* subcommand = FindSubcommand(VerbName(verb));
    REQUIRE(subcommand != nullptr);
    CHECK(subcommand->verb == verb);
    CHECK_FALSE(subcommand->summary.empty());
    CHECK_FALSE(subcommand->example.empty());
  }
}

TEST_CASE("A file may stand where the verb is answered from one", "[cli][option]") {
  const auto file = std::ranges::find(CommandKeys(), "file", &CommandKey::name);
  for (const Subcommand& subcommand : Subcommands()) {
    if (!subcommand.verb || subcommand.verb == Verb::kDiff) continue;
    INFO(subcommand.name);
    const bool takes_file = file->TakenBy(*subcommand.verb);
    CHECK(subcommand.operands == (takes_file ? Operands::kProcessOrFile : Operands::kProcess));
  }
}

TEST_CASE("Every key of a verb is an option with a help text, or an operand", "[cli][option]") {
  for (const Subcommand& subcommand : Subcommands()) {
    if (!subcommand.verb) continue;
    const std::vector<Option> options = OptionsOf(subcommand);
    for (const CommandKey& key : CommandKeys()) {
      if (!key.TakenBy(*subcommand.verb) || IsOperandKey(key.name)) continue;
      INFO(subcommand.name << " --" << key.name);
      const auto option = std::ranges::find(options, key.name, &Option::name);
      REQUIRE(option != options.end());
      CHECK(option->is_key);
      CHECK_FALSE(option->help.empty());
    }
  }
}

TEST_CASE("An option offers the words that the language knows", "[cli][option]") {
  for (const Subcommand& subcommand : Subcommands()) {
    if (!subcommand.verb) continue;
    for (const Option& option : OptionsOf(subcommand)) {
      // Of formats not all serve for each verb; of signals there are more than are named.
      if (!option.is_key || option.name == "format" || option.name == "signal") continue;
      INFO(subcommand.name << " --" << option.name);
      const auto key = std::ranges::find(CommandKeys(), option.name, &CommandKey::name);
      const std::set<std::string> known = WordsOfLanguage(*key);
      const std::set<std::string> truth = {"true", "false"};
      if (option.kind == OptionKind::kSwitch) {
        CHECK(known == truth);
      } else if (!option.words.empty()) {
        const std::set<std::string> offered = absl::StrSplit(option.words, '|');
        CHECK(offered == known);
      } else {
        CHECK(known.empty());
      }
    }
  }
}

TEST_CASE("The formats offered for a verb are those it can be told in", "[cli][option]") {
  for (Verb verb : {Verb::kHistogram, Verb::kPaths, Verb::kStatus, Verb::kReport, Verb::kWatch}) {
    const std::vector<Option> options = OptionsOfVerb(verb);
    const auto format = std::ranges::find(options, "format", &Option::name);
    REQUIRE(format != options.end());
    const std::string merged = verb == Verb::kPaths ? ",merged=true" : "";
    for (std::string_view word : absl::StrSplit(format->words, '|')) {
      const std::string text = absl::StrCat(VerbName(verb), merged, ",format=", word);
      INFO(text);
      CHECK(ParseCommand(text).ok());
    }
    CHECK_FALSE(absl::StrContains(format->words, "???"));
  }
  const std::vector<Option> options = OptionsOfVerb(Verb::kStatus);
  CHECK_FALSE(absl::StrContains(std::ranges::find(options, "format", &Option::name)->words, "csv"));
}

TEST_CASE("No two options of a subcommand have one name or letter", "[cli][option]") {
  for (const Subcommand& subcommand : Subcommands()) {
    std::set<std::string_view> names;
    std::set<char> letters;
    for (const Option& option : OptionsOf(subcommand)) {
      INFO(subcommand.name << " --" << option.name);
      CHECK(names.insert(option.name).second);
      CHECK((option.letter == 0 || letters.insert(option.letter).second));
    }
  }
}

}  // namespace
}  // namespace taproot
