#include "cli/conversation.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "attach/process_files.h"
#include "files/printable.h"
#include "wire/decoder.h"

namespace taproot {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kBetweenLooks{100};
constexpr milliseconds kToEnd{1000};
constexpr size_t kBuffer = size_t{256} << 10;
constexpr wire::Patience kToSayCancel{.stall = milliseconds(500), .whole = milliseconds(500)};

absl::Status OutOfTurn() {
  return absl::DataLossError("the agent does not keep to the order of a conversation");
}

// A process with a large heap is gone a moment after its connections are.
bool HasEnded(pid_t pid) {
  const FileHandle end = OpenPidfd(pid);
  if (!end.ok()) return kill(pid, 0) != 0 && errno == ESRCH;
  pollfd watched = {end.get(), POLLIN, 0};
  return poll(&watched, 1, static_cast<int>(kToEnd.count())) > 0;
}

class Conversation {
 public:
  Conversation(const wire::Socket& socket, pid_t pid, const ConversationEvents& events,
               const std::atomic<bool>* cancelled, const ConversationPatience& patience)
      : socket_(socket), pid_(pid), events_(events), cancelled_(cancelled), patience_(patience) {}

  absl::StatusOr<AnswerFacts> Run();

 private:
  // What is wrong without anything being said.
  absl::Status LookAround();
  void SayCancel();
  // Reads what has come for a while.
  absl::Status Read();
  absl::Status Take(const wire::Message& message);
  absl::Status Broken() const;

  absl::Status On(const wire::Hello& hello);
  absl::Status On(const wire::Progress& progress);
  absl::Status On(const wire::Note& note);
  absl::Status On(const wire::Result& result);
  absl::Status On(const wire::Done& done);
  absl::Status On(const wire::Cancel&) { return OutOfTurn(); }

  const wire::Socket& socket_;
  const pid_t pid_;
  const ConversationEvents& events_;
  const std::atomic<bool>* const cancelled_;
  const ConversationPatience& patience_;
  wire::Decoder decoder_;
  std::string buffer_ = std::string(kBuffer, '\0');
  Clock::time_point heard_ = Clock::now();
  std::optional<Clock::time_point> said_cancel_;
  bool greeted_ = false;
  std::optional<AnswerFacts> facts_;  // once it is done
};

absl::StatusOr<AnswerFacts> Conversation::Run() {
  while (!facts_) {
    absl::Status status = LookAround();
    if (status.ok()) status = Read();
    if (status.ok()) continue;
    if (!said_cancel_) SayCancel();
    return status;
  }
  return *facts_;
}

absl::Status Conversation::LookAround() {
  if (!said_cancel_ && cancelled_ != nullptr && *cancelled_) SayCancel();
  const Clock::time_point now = Clock::now();
  if (said_cancel_ && now - *said_cancel_ >= patience_.goodbye) {
    return absl::CancelledError("cancelled");
  }
  if (now - heard_ < patience_.silence) return absl::OkStatus();
  return absl::DeadlineExceededError(
      absl::StrCat("process ", pid_, " has been silent for ",
                   std::chrono::duration_cast<std::chrono::seconds>(patience_.silence).count(),
                   " s: it may be stopped, by a signal, a debugger or a frozen container"));
}

// That the other end does not take it, is seen by what it says.
void Conversation::SayCancel() {
  said_cancel_ = Clock::now();
  static_cast<void>(
      wire::SendAll(socket_, wire::Encode(wire::Cancel{}), kToSayCancel, [] { return false; }));
}

absl::Status Conversation::Read() {
  const absl::StatusOr<size_t> got =
      wire::Receive(socket_, buffer_.data(), buffer_.size(), kBetweenLooks);
  if (!got.ok()) return Broken();
  if (*got == 0) return absl::OkStatus();
  heard_ = Clock::now();
  decoder_.Add(std::string_view(buffer_).substr(0, *got));
  while (!facts_) {
    const absl::StatusOr<std::optional<wire::Message>> message = decoder_.Next();
    if (!message.ok()) return message.status();
    if (!message->has_value()) break;
    if (absl::Status s = Take(**message); !s.ok()) return s;
  }
  heard_ = Clock::now();  // the silence was ours while we were busy with that
  return absl::OkStatus();
}

absl::Status Conversation::Take(const wire::Message& message) {
  if (greeted_ == std::holds_alternative<wire::Hello>(message)) return OutOfTurn();
  return std::visit([this](const auto& body) { return On(body); }, message);
}

absl::Status Conversation::Broken() const {
  if (said_cancel_) return absl::CancelledError("cancelled");
  const bool ended = HasEnded(pid_);
  return absl::UnavailableError(absl::StrCat(
      "process ", pid_, ended ? " has ended" : " has closed the connection, as at its end,",
      " before it had answered"));
}

absl::Status Conversation::On(const wire::Hello& hello) {
  greeted_ = true;
  if (hello.version == wire::kVersion) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "the agent in process ", pid_, " is of another version than this program (it speaks ",
      hello.version, ", not ", wire::kVersion,
      "): ask with the taproot that belongs to it, or start the process anew"));
}

absl::Status Conversation::On(const wire::Progress& progress) {
  if (!events_.on_progress) return absl::OkStatus();
  wire::Progress printable = progress;
  printable.phase = Printable(progress.phase);
  events_.on_progress(printable);
  return absl::OkStatus();
}

absl::Status Conversation::On(const wire::Note& note) {
  if (events_.on_note) events_.on_note(Printable(note.text, true));
  return absl::OkStatus();
}

absl::Status Conversation::On(const wire::Result& result) {
  return events_.on_result ? events_.on_result(result.bytes) : absl::OkStatus();
}

absl::Status Conversation::On(const wire::Done& done) {
  if (!done.status.ok()) {
    return absl::Status(done.status.code(), Printable(done.status.message(), true));
  }
  facts_ = AnswerFacts{.leaks = done.leaks};
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<AnswerFacts> Converse(const wire::Socket& socket, pid_t pid,
                                     const ConversationEvents& events,
                                     const std::atomic<bool>* cancelled,
                                     const ConversationPatience& patience) {
  return Conversation(socket, pid, events, cancelled, patience).Run();
}

}  // namespace taproot
