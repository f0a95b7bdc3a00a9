#include "cli/help.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "cli/option.h"

namespace taproot {
namespace {

constexpr size_t kNamesWidth = 30;

std::string NamesOf(const Option& option) {
  const std::string letter =
      option.letter == 0 ? "    " : absl::StrCat("-", std::string(1, option.letter), ", ");
  const std::string name = option.kind == OptionKind::kSwitch ? absl::StrCat("--[no-]", option.name)
                                                              : absl::StrCat("--", option.name);
  return absl::StrCat(letter, name, option.value.empty() ? "" : " ", option.value);
}

std::string HelpOf(const Option& option) {
  if (option.words.empty()) return std::string(option.help);
  return absl::StrCat(option.help, ": ", absl::StrReplaceAll(option.words, {{"|", ", "}}));
}

std::string OptionLine(const Option& option) {
  return absl::StrFormat("  %-*s %s\n", kNamesWidth, NamesOf(option), HelpOf(option));
}

}  // namespace

std::string VersionLine() { return absl::StrCat("taproot ", TAPROOT_VERSION, "\n"); }

std::string ExitCodeHelp() {
  return "  0    answered\n"
         "  1    a watched object is strongly held, with --fail-on-leak\n"
         "  2    a mistake in what was typed\n"
         "  3    the target: no such process or file, or it cannot be asked\n"
         "  4    it failed\n"
         "  130  interrupted\n";
}

std::string ProgramHelp() {
  std::string help =
      "Tells what keeps the objects of a running JVM alive, and what they weigh.\n\n"
      "Usage: taproot COMMAND TARGET [OPTION...]\n\n"
      "TARGET is a process id, a part of the name of a main class or jar that only one JVM has,\n"
      "or, with most commands, a snapshot file.\n\nCommands:\n";
  for (const Subcommand& subcommand : Subcommands()) {
    absl::StrAppendFormat(&help, "  %-11s %s\n", subcommand.name, subcommand.summary);
  }
  absl::StrAppend(&help, "\n`taproot COMMAND --help` tells its options. Exit codes:\n",
                  ExitCodeHelp());
  return help;
}

std::string SubcommandHelp(const Subcommand& subcommand) {
  const std::string_view operands = OperandWords(subcommand.operands);
  std::string help =
      absl::StrCat("taproot ", subcommand.name, ": ", subcommand.summary, "\n\nUsage: taproot ",
                   subcommand.name, operands.empty() ? "" : " ", operands, " [OPTION...]\n");
  if (const std::string_view words = OperandHelp(subcommand.operands); !words.empty()) {
    absl::StrAppend(&help, words, "\n");
  }
  absl::StrAppend(&help, "\nOptions:\n");
  for (const Option& option : OptionsOf(subcommand)) absl::StrAppend(&help, OptionLine(option));
  if (!subcommand.example.empty()) {
    absl::StrAppend(&help, "\nExample: taproot ", subcommand.name, " ", subcommand.example, "\n");
  }
  return help;
}

}  // namespace taproot
