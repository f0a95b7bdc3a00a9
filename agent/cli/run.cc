#include "cli/run.h"

#include <csignal>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "cli/answer_sink.h"
#include "cli/arguments.h"
#include "cli/complaint.h"
#include "cli/completion.h"
#include "cli/help.h"
#include "cli/man_page.h"
#include "cli/ps_command.h"
#include "cli/verb_command.h"

namespace taproot {
namespace {

ExitCode Print(std::string_view text) {
  const absl::Status printed = PrintText(text);
  return printed.ok() ? ExitCode::kAnswered : Complain(ExitCode::kFailed, printed);
}

ExitCode RunCompletion(const std::string& shell) {
  if (shell == "bash") return Print(BashCompletion());
  if (shell == "zsh") return Print(ZshCompletion());
  return Complain(ExitCode::kUsage,
                  absl::InvalidArgumentError(
                      absl::StrCat("there is completion for bash and zsh, not for '", shell, "'")));
}

}  // namespace

ExitCode Run(const std::vector<std::string>& words) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is told by who writes
  const absl::StatusOr<Invocation> invocation = ParseArguments(words);
  if (!invocation.ok()) {
    const ExitCode code = Complain(ExitCode::kUsage, invocation.status());
    if (words.empty()) std::fputs(absl::StrCat("\n", ProgramHelp()).c_str(), stderr);
    return code;
  }
  if (invocation->version) return Print(VersionLine());
  if (invocation->subcommand == nullptr) return Print(ProgramHelp());
  const Subcommand& subcommand = *invocation->subcommand;
  if (invocation->help) return Print(SubcommandHelp(subcommand));
  if (subcommand.verb) return RunVerb(*invocation);
  if (subcommand.name == "ps") return RunPs(*invocation);
  if (subcommand.name == "man") return Print(ManPage());
  return RunCompletion(invocation->operands[0]);
}

}  // namespace taproot
