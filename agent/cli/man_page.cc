#include "cli/man_page.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "cli/option.h"
#include "cli/subcommand.h"

namespace taproot {
namespace {

// A line that begins with a dot or an apostrophe would be a request.
std::string Escaped(std::string_view text) {
  std::string escaped = absl::StrReplaceAll(text, {{"\\", "\\e"}, {"-", "\\-"}, {"'", "\\(aq"}});
  return escaped.starts_with('.') ? absl::StrCat("\\&", escaped) : escaped;
}

std::string Bold(std::string_view text) { return absl::StrCat("\\fB", Escaped(text), "\\fR"); }

// Those of all subcommands, each once, with those that take it.
struct TakenOption {
  Option option;
  std::vector<std::string_view> by;
};

std::vector<TakenOption> AllOptions() {
  std::vector<TakenOption> all;
  for (const Subcommand& subcommand : Subcommands()) {
    for (const Option& option : OptionsOf(subcommand)) {
      const auto known = std::ranges::find_if(all, [&](const TakenOption& taken) {
        return taken.option.name == option.name && taken.option.help == option.help;
      });
      if (known == all.end()) {
        all.push_back({option, {subcommand.name}});
      } else {
        known->by.push_back(subcommand.name);
      }
    }
  }
  std::ranges::sort(all, {}, [](const TakenOption& taken) { return taken.option.name; });
  return all;
}

std::string NamesOf(const Option& option) {
  std::string names = Bold(absl::StrCat("--", option.name));
  if (option.kind == OptionKind::kSwitch) {
    absl::StrAppend(&names, ", ", Bold(absl::StrCat("--no-", option.name)));
  }
  if (!option.value.empty()) absl::StrAppend(&names, " \\fI", option.value, "\\fR");
  if (option.letter == 0) return names;
  return absl::StrCat(Bold(absl::StrCat("-", std::string(1, option.letter))), ", ", names);
}

std::string OptionEntry(const TakenOption& taken) {
  const Option& option = taken.option;
  std::string entry = absl::StrCat(".TP\n", NamesOf(option), "\n", Escaped(option.help));
  if (!option.words.empty()) {
    absl::StrAppend(&entry, ": ", Escaped(absl::StrReplaceAll(option.words, {{"|", ", "}})));
  }
  absl::StrAppend(&entry, ".\n");
  if (taken.by.size() < Subcommands().size()) {
    absl::StrAppend(&entry, "(", absl::StrJoin(taken.by, ", "), ")\n");
  }
  return entry;
}

std::string CommandEntry(const Subcommand& subcommand) {
  const std::string_view operands = OperandWords(subcommand.operands);
  std::string entry =
      absl::StrCat(".TP\n", Bold(subcommand.name), operands.empty() ? "" : " ", "\\fI",
                   Escaped(operands), "\\fR\n", Escaped(subcommand.summary), ".\n");
  return entry;
}

std::string ExampleEntry(const Subcommand& subcommand) {
  if (subcommand.example.empty()) return "";
  return absl::StrCat(".TP\n",
                      Bold(absl::StrCat("taproot ", subcommand.name, " ", subcommand.example)),
                      "\n", Escaped(subcommand.summary), ".\n");
}

constexpr std::string_view kBegin =
    ".SH NAME\n"
    "taproot \\- tells what keeps the objects of a running JVM alive, and what they weigh\n"
    ".SH SYNOPSIS\n"
    ".B taproot\n"
    "\\fICOMMAND\\fR \\fITARGET\\fR [\\fIOPTION\\fR...]\n"
    ".SH DESCRIPTION\n"
    "Loads a native agent into a HotSpot JVM that runs already, from JDK 17 on, and prints what "
    "it\n"
    "answers. The application stands still for milliseconds; the heap is looked at in a forked\n"
    "child. Nothing is left behind in the JVM but the agent, which sleeps.\n"
    ".PP\n"
    "\\fITARGET\\fR is a process id, a part of the name of a main class or jar that only one JVM\n"
    "has, or, with most commands, a snapshot file.\n"
    ".SH COMMANDS\n";

constexpr std::string_view kEnd =
    ".SH EXIT STATUS\n"
    ".TP\n0\nanswered\n"
    ".TP\n1\na watched object is strongly held, with \\fB\\-\\-fail\\-on\\-leak\\fR\n"
    ".TP\n2\na mistake in what was typed\n"
    ".TP\n3\nthe target: no such process or file, or it cannot be asked\n"
    ".TP\n4\nit failed\n"
    ".TP\n130\ninterrupted; the work in the JVM has been ended as well\n"
    ".SH ENVIRONMENT\n"
    ".TP\nNO_COLOR\nif set and not empty, nothing is colored unless \\fB\\-\\-color=always\\fR\n"
    ".TP\nCOLUMNS\nthe width to which lines on a terminal are folded\n"
    ".TP\nTAPROOT_LIBRARY\nthe libtaproot.so to load, in place of the one that came along\n"
    ".SH SEE ALSO\n"
    "\\fBjcmd\\fR(1), \\fBjps\\fR(1), \\fBjmap\\fR(1)\n";

}  // namespace

std::string ManPage() {
  std::string page =
      absl::StrCat(".TH TAPROOT 1 \"\" \"Taproot ", TAPROOT_VERSION, "\" \"User Commands\"\n");
  absl::StrAppend(&page, kBegin);
  for (const Subcommand& subcommand : Subcommands()) {
    absl::StrAppend(&page, CommandEntry(subcommand));
  }
  absl::StrAppend(&page, ".SH OPTIONS\n");
  for (const TakenOption& taken : AllOptions()) absl::StrAppend(&page, OptionEntry(taken));
  absl::StrAppend(&page, ".SH EXAMPLES\n");
  for (const Subcommand& subcommand : Subcommands()) {
    absl::StrAppend(&page, ExampleEntry(subcommand));
  }
  absl::StrAppend(&page, kEnd);
  return page;
}

}  // namespace taproot
