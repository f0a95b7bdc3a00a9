#include "cli/process_command.h"

#include <chrono>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "attach/attach.h"
#include "cli/complaint.h"
#include "cli/conversation.h"
#include "cli/interrupt.h"
#include "cli/progress_line.h"

namespace taproot {
namespace {

constexpr std::chrono::seconds kLongestWait{30};  // for the agent to call back

absl::StatusOr<std::string> LibraryFor(const std::string& given) {
  if (given.empty()) return OwnLibrary();
  return AbsolutePath(given);
}

// The agent is loaded and has called back.
absl::StatusOr<wire::Socket> Connect(const Request& request, const JvmProcess& process,
                                     const std::string& library) {
  absl::StatusOr<std::string> path = LibraryFor(library);
  if (!path.ok()) return path.status();
  absl::StatusOr<ReplyListener> listener = ReplyListener::Open(process);
  if (!listener.ok()) return listener.status();
  const AttachOptions options{
      .library = *std::move(path), .insist = !library.empty(), .cancelled = &Interrupted()};
  const std::string command = absl::StrCat(request.text, ",reply=", listener->path_in_target());
  const absl::StatusOr<Attached> attached = AttachAndLoad(process, command, options);
  if (!attached.ok()) return attached.status();
  return listener->Accept(kLongestWait, &Interrupted());
}

}  // namespace

ExitCode AskProcess(const Request& request, const JvmProcess& process, const std::string& library,
                    const Terminal& terminal, AnswerSink& sink, AnswerFacts& facts) {
  const absl::StatusOr<wire::Socket> socket = Connect(request, process, library);
  if (!socket.ok()) return Complain(ExitCode::kTarget, socket.status());
  ProgressLine line(terminal);
  const std::string_view verb = VerbName(request.command.verb);
  // Kept until it is whole: a reader of ours who pauses must not keep the process waiting, and half
  // an answer is none.
  std::string answer;
  const ConversationEvents events{.on_progress =
                                      [&](const wire::Progress& progress) {
                                        line.Show({.verb = verb,
                                                   .phase = progress.phase,
                                                   .fraction = progress.fraction,
                                                   .running_ms = progress.running_ms,
                                                   .remaining_ms = progress.remaining_ms});
                                      },
                                  .on_note =
                                      [&](std::string_view note) {
                                        // Whoever reads the answer reads it there.
                                        if (!request.fail_on_leak) return;
                                        line.Erase();
                                        std::fputs(absl::StrCat("note: ", note, "\n").c_str(),
                                                   stderr);
                                      },
                                  .on_result =
                                      [&](std::string_view part) {
                                        answer.append(part);
                                        return absl::OkStatus();
                                      }};
  const absl::StatusOr<AnswerFacts> told = Converse(*socket, process.pid, events, &Interrupted());
  line.Erase();
  if (!told.ok()) return Complain(ExitCode::kFailed, told.status());
  facts = *told;
  const absl::Status written = sink.Write(answer);
  return written.ok() ? ExitCode::kAnswered : Complain(ExitCode::kFailed, written);
}

}  // namespace taproot
