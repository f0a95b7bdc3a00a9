#include "cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cli/option.h"
#include "query/command_keys.h"
#include "query/word_list.h"

namespace taproot {
namespace {

// What the parser of one subcommand fills.
using Values = std::map<std::string_view, std::vector<std::string>>;

std::string NamesOf(const Option& option) {
  const std::string name = absl::StrCat("--", option.name);
  if (option.kind == OptionKind::kSwitch) return absl::StrCat(name, ",!--no-", option.name);
  return option.letter == 0 ? name : absl::StrCat("-", std::string(1, option.letter), ",", name);
}

void AddOption(const Option& option, CLI::App& app, Values& values) {
  std::vector<std::string>& into = values[option.name];
  const std::string names = NamesOf(option);
  if (option.kind == OptionKind::kValue || option.kind == OptionKind::kValues) {
    app.add_option(names, into)->expected(-1)->allow_extra_args(false);
    return;
  }
  app.add_flag_function(names, [](std::int64_t) {})->each([&into](const std::string& value) {
    into.push_back(value);
  });
}

std::vector<std::string> Typed(const std::vector<Option>& options) {
  std::vector<std::string> words;
  for (const Option& option : options) {
    words.push_back(absl::StrCat("--", option.name));
    if (option.kind == OptionKind::kSwitch) words.push_back(absl::StrCat("--no-", option.name));
    if (option.letter != 0) words.push_back(absl::StrCat("-", std::string(1, option.letter)));
  }
  return words;
}

absl::Status UnknownOption(const Subcommand& subcommand, const std::vector<Option>& options,
                           std::string_view word) {
  const std::vector<std::string> typed = Typed(options);
  const std::vector<std::string_view> words(typed.begin(), typed.end());
  return absl::InvalidArgumentError(UnknownWord(absl::StrCat("option of ", subcommand.name),
                                                word.substr(0, word.find('=')), words));
}

// What is left are operands, and options that nobody knows.
absl::StatusOr<std::vector<std::string>> Operands(const Subcommand& subcommand,
                                                  const std::vector<Option>& options,
                                                  const std::vector<std::string>& rest) {
  std::vector<std::string> operands;
  bool all_operands = false;
  for (const std::string& word : rest) {
    if (!all_operands && word == "--") {
      all_operands = true;
    } else if (!all_operands && word.size() > 1 && word.starts_with('-')) {
      return UnknownOption(subcommand, options, word);
    } else {
      operands.push_back(word);
    }
  }
  return operands;
}

absl::Status CheckOperands(const Subcommand& subcommand, const std::vector<std::string>& operands) {
  const size_t wanted = subcommand.operands == Operands::kNone  ? 0
                        : subcommand.operands == Operands::kTwo ? 2
                                                                : 1;
  if (operands.size() > wanted) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", operands[wanted], "' is one word too many for ", subcommand.name));
  }
  if (operands.size() == wanted) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(subcommand.name, " needs ", OperandWords(subcommand.operands), ". ",
                   OperandHelp(subcommand.operands),
                   subcommand.operands == Operands::kShell ? "" : " `taproot ps` lists the JVMs."));
}

absl::Status SetColor(const Invocation& invocation, ColorChoice& color) {
  constexpr std::pair<std::string_view, ColorChoice> kChoices[] = {{"auto", ColorChoice::kAuto},
                                                                   {"always", ColorChoice::kAlways},
                                                                   {"never", ColorChoice::kNever}};
  const std::string* value = invocation.Find("color");
  return value == nullptr ? absl::OkStatus() : Choose("use of colors", *value, kChoices, color);
}

absl::StatusOr<std::vector<std::string>> ParseOptions(const Subcommand& subcommand,
                                                      const std::vector<Option>& options,
                                                      const std::vector<std::string>& words,
                                                      Values& values) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  for (const Option& option : options) AddOption(option, app, values);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ArgumentMismatch& mismatch) {
    const std::string_view text = mismatch.what();
    return absl::InvalidArgumentError(absl::StrCat(text.substr(0, text.find(':')),
                                                   " needs a value; see `taproot ", subcommand.name,
                                                   " --help`"));
  } catch (const CLI::Error& error) {
    return absl::InvalidArgumentError(error.what());
  }
  return app.remaining();
}

absl::StatusOr<Invocation> ParseSubcommand(const Subcommand& subcommand,
                                           const std::vector<std::string>& words) {
  const std::vector<Option> options = OptionsOf(subcommand);
  Values values;
  const auto rest = ParseOptions(subcommand, options, words, values);
  if (!rest.ok()) return rest.status();
  Invocation invocation{.subcommand = &subcommand};
  for (const Option& option : options) {
    const std::vector<std::string>& given = values[option.name];
    if (given.empty()) continue;
    invocation.options.emplace_back(
        option.name, option.kind == OptionKind::kValues ? absl::StrJoin(given, ";") : given.back());
  }
  auto operands = Operands(subcommand, options, *rest);
  if (!operands.ok()) return operands.status();
  invocation.operands = *std::move(operands);
  invocation.help = invocation.Find("help") != nullptr;
  if (invocation.help) return invocation;
  if (absl::Status s = CheckOperands(subcommand, invocation.operands); !s.ok()) return s;
  if (absl::Status s = SetColor(invocation, invocation.color); !s.ok()) return s;
  return invocation;
}

absl::Status UnknownSubcommand(std::string_view word) {
  std::vector<std::string_view> names;
  for (const Subcommand& subcommand : Subcommands()) names.push_back(subcommand.name);
  const std::string_view what = word.starts_with('-') ? "option" : "command";
  if (word.starts_with('-')) names = {"--help", "--version"};
  return absl::InvalidArgumentError(UnknownWord(what, word, names));
}

}  // namespace

absl::StatusOr<Invocation> ParseArguments(const std::vector<std::string>& words) {
  Invocation invocation;
  if (words.empty()) return absl::InvalidArgumentError("a command is needed");
  const std::string& first = words[0];
  invocation.version = first == "--version" || first == "-V";
  invocation.help = first == "--help" || first == "-h";
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (first == "help") {  // `help leaks` is `leaks --help`
    if (rest.empty()) invocation.help = true;
    if (!rest.empty()) return ParseArguments({rest[0], "--help"});
  }
  if (invocation.version || invocation.help) return invocation;
  const Subcommand* subcommand = FindSubcommand(first);
  if (subcommand == nullptr) return UnknownSubcommand(first);
  return ParseSubcommand(*subcommand, rest);
}

}  // namespace taproot
