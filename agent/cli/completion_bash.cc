#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "cli/completion.h"
#include "cli/option.h"
#include "cli/subcommand.h"

namespace taproot {
namespace {

std::vector<std::string> NamesOf(const Option& option) {
  std::vector<std::string> names = {absl::StrCat("--", option.name)};
  if (option.kind == OptionKind::kSwitch) names.push_back(absl::StrCat("--no-", option.name));
  if (option.letter != 0) names.push_back(absl::StrCat("-", std::string(1, option.letter)));
  return names;
}

// What may follow the option: words, files, or anything; empty for a switch.
std::string ValueCase(const Option& option) {
  if (option.value.empty()) return "";
  std::string reply = ";";
  if (!option.words.empty()) {
    reply = absl::StrCat(" words='", absl::StrReplaceAll(option.words, {{"|", " "}}), "';");
  } else if (option.IsFile()) {
    reply = " files=1;";
  }
  return absl::StrCat("        ", absl::StrJoin(NamesOf(option), "|"), ") value=1", reply, ";\n");
}

std::string OperandReply(Operands operands) {
  switch (operands) {
    case Operands::kNone:
      return "";
    case Operands::kShell:
      return "      operands='bash zsh'\n";
    case Operands::kProcess:
      return "      processes=1\n";
    case Operands::kProcessOrFile:
    case Operands::kTwo:
      return "      processes=1 operand_files=1\n";
  }
  return "";
}

std::string SubcommandCase(const Subcommand& subcommand) {
  std::vector<std::string> names;
  std::string values;
  for (const Option& option : OptionsOf(subcommand)) {
    for (const std::string& name : NamesOf(option)) {
      if (name.starts_with("--")) names.push_back(name);
    }
    absl::StrAppend(&values, ValueCase(option));
  }
  return absl::StrCat("    ", subcommand.name, ")\n      options='", absl::StrJoin(names, " "),
                      "'\n", OperandReply(subcommand.operands), "      case $before in\n", values,
                      "      esac\n      ;;\n");
}

std::string SubcommandNames() {
  return absl::StrJoin(Subcommands(), " ", [](std::string* out, const Subcommand& subcommand) {
    out->append(subcommand.name);
  });
}

// Bash takes `--format=x` for three words.
constexpr std::string_view kBegin =
    R"(# bash completion of taproot; made by `taproot completion bash`
_taproot() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  local options='' operands='' words='' value='' files='' processes='' operand_files=''
  if [[ $word == = ]]; then
    word=''
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W 'SUBCOMMANDS help --help --version' -- "$word"))
    return
  fi
  case ${COMP_WORDS[1]} in
)";

constexpr std::string_view kEnd = R"(    help)
      ((COMP_CWORD == 2)) && operands='SUBCOMMANDS'
      ;;
  esac
  if [[ $value ]]; then
    if [[ $files ]]; then
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$word"))
    elif [[ $words ]]; then
      COMPREPLY=($(compgen -W "$words" -- "$word"))
    fi
    return
  fi
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
    return
  fi
  if [[ $processes ]]; then
    operands=$("${COMP_WORDS[0]}" ps --quiet 2>/dev/null)
  fi
  COMPREPLY=($(compgen -W "$operands" -- "$word"))
  if [[ $operand_files ]]; then
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -- "$word"))
  fi
}
complete -F _taproot taproot
)";

}  // namespace

std::string BashCompletion() {
  const std::string names = SubcommandNames();
  std::string script = absl::StrReplaceAll(kBegin, {{"SUBCOMMANDS", names}});
  for (const Subcommand& subcommand : Subcommands()) {
    absl::StrAppend(&script, SubcommandCase(subcommand));
  }
  absl::StrAppend(&script, absl::StrReplaceAll(kEnd, {{"SUBCOMMANDS", names}}));
  return script;
}

}  // namespace taproot
