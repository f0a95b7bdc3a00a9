#include "cli/verb_command.h"

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cli/answer_sink.h"
#include "cli/complaint.h"
#include "cli/file_command.h"
#include "cli/interrupt.h"
#include "cli/option_words.h"
#include "cli/process_command.h"
#include "cli/read_by_target.h"
#include "cli/request.h"
#include "cli/snapshot_place.h"
#include "cli/target.h"
#include "cli/terminal.h"
#include "files/output_name.h"
#include "query/format_choice.h"
#include "query/subject.h"

namespace taproot {
namespace {

constexpr std::string_view kDefaultReport = "taproot-%p-%t.html";
constexpr std::string_view kDefaultSnapshot = "taproot-%p-%t.taproot";

// What %p stands for: the process, or the file in its place.
std::string ProcessWord(const Target& target) {
  if (target.process) return absl::StrCat(target.process->pid);
  return std::filesystem::path(target.file).stem().string();
}

// Where nobody has named a file, and the answer is not for reading here.
std::string_view DefaultOutput(const Command& command) {
  if (command.verb == Verb::kSnapshot) return kDefaultSnapshot;
  const bool is_page = command.verb == Verb::kReport && FormatOf(command) == Format::kHtml;
  return is_page ? kDefaultReport : "";
}

absl::StatusOr<Target> TargetOf(const Invocation& invocation) {
  const Subcommand& subcommand = *invocation.subcommand;
  const std::string& operand = invocation.operands.back();
  if (subcommand.operands != Operands::kProcess) return LookAtOperand(operand);
  absl::StatusOr<JvmProcess> process = ProcessOf(operand, subcommand.name);
  if (!process.ok()) return process.status();
  return Target{.process = *std::move(process), .file = ""};
}

// The request with what the operands say.
absl::StatusOr<Request> WithOperands(Request request, const Invocation& invocation,
                                     const Target& target) {
  const bool is_diff = request.command.verb == Verb::kDiff;
  if (is_diff) {
    absl::StatusOr<Request> with =
        WithKey(std::move(request), "before", AbsolutePath(invocation.operands[0]));
    if (!with.ok() || target.process) return with;
    return WithKey(*std::move(with), "after", target.file);
  }
  if (target.process) return request;
  return WithKey(std::move(request), "file", target.file);
}

absl::StatusOr<AnswerSink> SinkFor(const Request& request, const Terminal& terminal) {
  if (!request.output.empty()) return AnswerSink::ToFile(request.output);
  return AnswerSink::ToStandardOutput(FormatOf(request.command) == Format::kText, terminal);
}

ExitCode Ask(const Request& request, const Target& target, const Invocation& invocation,
             const Terminal& terminal, AnswerSink& sink, AnswerFacts& facts) {
  if (!target.process) return AskFile(request, terminal, sink, facts);
  const std::string* library = invocation.Find("library");
  return AskProcess(request, *target.process, library == nullptr ? "" : *library, terminal, sink,
                    facts);
}

ExitCode AskForAnswer(const Request& request, const Target& target, const Invocation& invocation,
                      const Terminal& terminal) {
  absl::StatusOr<AnswerSink> sink = SinkFor(request, terminal);
  // Before the work: nobody should pay for an answer that has nowhere to go.
  if (!sink.ok()) return Complain(ExitCode::kFailed, sink.status());
  AnswerFacts facts;
  const ExitCode code = Ask(request, target, invocation, terminal, *sink, facts);
  if (code != ExitCode::kAnswered) return code;
  if (sink->is_empty()) {
    std::fputs("note: the answer is empty; --min and --min-retained may leave out all there is\n",
               stderr);
  }
  absl::Status finished = sink->Finish();
  if (finished.ok() && !request.output.empty()) {
    finished = PrintText(
        absl::StrCat(VerbName(request.command.verb), " written to ", request.output, "\n"));
  }
  if (!finished.ok()) return Complain(ExitCode::kFailed, finished);
  const bool is_leak = facts.leaks > 0 && request.fail_on_leak;
  return is_leak ? ExitCode::kLeak : ExitCode::kAnswered;
}

// The file is written by the JVM; the answer only speaks of it.
ExitCode AskForSnapshot(Request request, const Target& target, const Invocation& invocation,
                        const Terminal& terminal) {
  const std::string path = AbsolutePath(request.output);
  absl::StatusOr<SnapshotPlace> place = SnapshotPlace::Make(*target.process, path);
  if (!place.ok()) return Complain(ExitCode::kFailed, place.status());
  // The agent expands names as well.
  const std::string literal = absl::StrReplaceAll(place->path_in_target(), {{"%", "%%"}});
  absl::StatusOr<Request> with = WithKey(std::move(request), "output", literal);
  if (!with.ok()) return Complain(ExitCode::kUsage, with.status());
  const bool is_text = FormatOf(with->command) == Format::kText;
  AnswerSink answer = AnswerSink::ToMemory();
  AnswerFacts facts;
  const ExitCode code = Ask(*with, target, invocation, terminal, answer, facts);
  if (code != ExitCode::kAnswered) return code;
  absl::Status status = place->Bring(Interrupted());
  if (status.ok()) {
    AnswerSink sink = AnswerSink::ToStandardOutput(is_text, terminal);
    status = sink.Write(absl::StrReplaceAll(answer.text(), {{place->path_in_target(), path}}));
    if (status.ok()) status = sink.Finish();
  }
  return status.ok() ? code : Complain(ExitCode::kFailed, status);
}

// What is wrong whatever the target is.
absl::Status CheckBeforehand(Command command) {
  command.before = command.output = "named later";
  if (absl::Status s = CheckSubject(command, false); !s.ok()) {
    return absl::Status(s.code(), InOptionWords(s.message()));
  }
  if (command.verb == Verb::kWatch && command.class_name.empty()) {
    return absl::InvalidArgumentError("watch needs --class PATTERN");
  }
  if (command.verb == Verb::kUnwatch && command.watched.empty()) {
    return absl::InvalidArgumentError("unwatch needs --watched NAME");
  }
  return absl::OkStatus();
}

bool HasNothingToStop(Verb verb, const Target& target) {
  return verb == Verb::kStop && target.process->readable && target.process->agent_path.empty();
}

}  // namespace

ExitCode RunVerb(const Invocation& invocation) {
  absl::StatusOr<Request> request = MakeRequest(invocation);
  if (!request.ok()) return Complain(ExitCode::kUsage, request.status());
  if (absl::Status s = CheckBeforehand(request->command); !s.ok()) {
    return Complain(ExitCode::kUsage, s);
  }
  const Verb verb = request->command.verb;
  TakeSignals();
  absl::StatusOr<Target> target = TargetOf(invocation);
  if (!target.ok()) return Complain(ExitCode::kTarget, target.status());
  if (HasNothingToStop(verb, *target)) {
    const absl::Status said = PrintText(
        absl::StrCat("Taproot is not in process ", target->process->pid, ": nothing to stop\n"));
    return said.ok() ? ExitCode::kAnswered : Complain(ExitCode::kFailed, said);
  }
  if (target->process) {
    const absl::Status readable = CheckReadByTarget(invocation, *target->process);
    if (!readable.ok()) return Complain(ExitCode::kTarget, readable);
  }
  request = WithOperands(*std::move(request), invocation, *target);
  if (!request.ok()) return Complain(ExitCode::kUsage, request.status());
  const Terminal terminal = LookAtTerminal(invocation.color);
  if (request->output.empty() && !request->to_standard_output) {
    request->output = DefaultOutput(request->command);
  }
  request->output = ExpandOutputName(request->output, ProcessWord(*target));
  if (verb == Verb::kSnapshot) {
    return AskForSnapshot(*std::move(request), *target, invocation, terminal);
  }
  return AskForAnswer(*request, *target, invocation, terminal);
}

}  // namespace taproot
