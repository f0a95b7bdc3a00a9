#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cli/completion.h"
#include "cli/option.h"
#include "cli/subcommand.h"

namespace taproot {
namespace {

// Within single quotes, and within the brackets and colons of _arguments.
std::string Escaped(std::string_view text) {
  return absl::StrReplaceAll(
      text, {{"'", "'\\''"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}, {"\\", "\\\\"}});
}

std::string ValueOf(const Option& option) {
  if (option.value.empty()) return "";
  const std::string words =
      !option.words.empty()
          ? absl::StrCat("(", absl::StrReplaceAll(option.words, {{"|", " "}}), ")")
          : std::string(option.IsFile() ? "_files" : " ");
  return absl::StrCat(":", option.value, ":", words);
}

std::string Spec(const Option& option) {
  const std::string again = option.kind == OptionKind::kValues ? "*" : "";
  const std::string rest = absl::StrCat("[", Escaped(option.help), "]", ValueOf(option), "'");
  const std::string equals = option.value.empty() ? "" : "=";
  std::string specs = absl::StrCat("        '", again, "--", option.name, equals, rest, " \\\n");
  if (option.letter != 0) {
    absl::StrAppend(&specs, "        '", again, "-", std::string(1, option.letter), rest, " \\\n");
  }
  if (option.kind == OptionKind::kSwitch) {
    absl::StrAppend(&specs, "        '--no-", option.name, "[without]' \\\n");
  }
  return specs;
}

std::string_view OperandSpecs(Operands operands) {
  switch (operands) {
    case Operands::kNone:
      return "";
    case Operands::kShell:
      return "        '1:shell:(bash zsh)'\n";
    case Operands::kProcess:
      return "        '1:target:_taproot_processes'\n";
    case Operands::kProcessOrFile:
      return "        '1:target:_taproot_targets'\n";
    case Operands::kTwo:
      return "        '1:before:_files' \\\n        '2:after:_taproot_targets'\n";
  }
  return "";
}

std::string SubcommandCase(const Subcommand& subcommand) {
  std::string text = absl::StrCat("    ", subcommand.name, ")\n      _arguments \\\n");
  for (const Option& option : OptionsOf(subcommand)) absl::StrAppend(&text, Spec(option));
  absl::StrAppend(&text, OperandSpecs(subcommand.operands));
  return absl::StrCat(text, "\n      ;;\n");
}

constexpr std::string_view kBegin = R"zsh(#compdef taproot
# zsh completion of taproot; made by `taproot completion zsh`
_taproot_processes() {
  local -a processes
  processes=(${(f)"$(taproot ps --quiet 2>/dev/null)"})
  compadd -a processes
}

_taproot_targets() {
  _taproot_processes
  _files
}

_taproot() {
  local -a subcommands
  subcommands=(
)zsh";

constexpr std::string_view kMiddle = R"zsh(  )
  if ((CURRENT == 2)); then
    _describe command subcommands
    return
  fi
  local subcommand=$words[2]
  shift words
  ((CURRENT--))
  case $subcommand in
)zsh";

constexpr std::string_view kEnd = R"zsh(  esac
}

_taproot "$@"
)zsh";

}  // namespace

std::string ZshCompletion() {
  std::string script(kBegin);
  for (const Subcommand& subcommand : Subcommands()) {
    absl::StrAppend(&script, "    '", subcommand.name, ":", Escaped(subcommand.summary), "'\n");
  }
  absl::StrAppend(&script, kMiddle);
  for (const Subcommand& subcommand : Subcommands()) {
    absl::StrAppend(&script, SubcommandCase(subcommand));
  }
  absl::StrAppend(&script, kEnd);
  return script;
}

}  // namespace taproot
