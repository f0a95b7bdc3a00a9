#include "capture/fork/parent_wait.h"

#include <dlfcn.h>
#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "capture/fork/child_link.h"
#include "capture/fork/child_setup.h"
#include "capture/vm_structs.h"

namespace taproot {
namespace {

using Clock = std::chrono::steady_clock;

// A child takes memory as fast as the kernel clears it, a gigabyte or two a second.
constexpr std::chrono::milliseconds kBetweenLooks(50);
// For the kernel to give back the memory of a child that ends.
constexpr std::chrono::seconds kTimeToEnd(10);
// It does so before it closes what was open.
constexpr std::chrono::seconds kTimeToEndOnceClosed(1);

constexpr std::string_view kDefaultPhase = "";

// By name those that a child is known to end by.
std::string SignalWords(int signal) {
  constexpr std::pair<int, std::string_view> kNames[] = {
      {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGILL, "SIGILL"},   {SIGFPE, "SIGFPE"},
      {SIGABRT, "SIGABRT"}, {SIGSYS, "SIGSYS"},   {SIGTRAP, "SIGTRAP"}, {SIGTERM, "SIGTERM"},
      {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"},
  };
  for (const auto& [number, name] : kNames) {
    if (number == signal) return std::string(name);
  }
  return absl::StrCat("signal ", signal);
}

// "libjvm.so+0x1a2b"; empty if there is no file of code or of literals at the address.
std::string PlaceWords(uint64_t address) {
  Dl_info info = {};
  if (dladdr(PointerTo<void>(address), &info) == 0 || info.dli_fname == nullptr) {
    return "";
  }
  const std::string_view path = info.dli_fname;
  return absl::StrFormat("%s+%#x", path.substr(path.rfind('/') + 1),
                         address - reinterpret_cast<uint64_t>(info.dli_fbase));
}

// Of the child's work. Its memory may be in disorder: only what lies in our own image is a literal.
const char* PhaseOf(const SharedBlock& shared) {
  const char* const literal = shared.progress.phase_literal();
  Dl_info own = {};
  Dl_info its = {};
  const bool is_ours = dladdr(kDefaultPhase.data(), &own) != 0 && dladdr(literal, &its) != 0 &&
                       own.dli_fbase == its.dli_fbase;
  return is_ours ? literal : kDefaultPhase.data();
}

class Wait {
 public:
  Wait(ChildProcess& child, int socket, SharedBlock& shared, const WaitPlan& plan)
      : child_(child), socket_(socket), shared_(shared), plan_(plan), reader_(socket) {}

  absl::StatusOr<ForkedAnswer> Run();

 private:
  absl::StatusOr<ForkedAnswer> Take(Message message);
  void Reply(const std::string& question);
  absl::Status LookAround();
  void PassOnProgress();
  absl::Status HowItEnded() const;
  // " while walking the heap"; empty before anything has begun.
  std::string While() const;

  ChildProcess& child_;
  const int socket_;
  SharedBlock& shared_;
  const WaitPlan& plan_;
  MessageReader reader_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point looked_ = begin_;
  const char* phase_ = nullptr;  // that was passed on last
};

absl::StatusOr<ForkedAnswer> Wait::Run() {
  using State = MessageReader::State;
  for (State state = State::kNothing;;) {
    // Whatever the child has sent before its end is read before its end is believed.
    const bool has_ended = child_.HasEnded();
    state = reader_.Read();
    if (state == State::kMessage) {
      if (reader_.message().kind != Message::Kind::kQuestion) {
        return Take(std::move(reader_.message()));
      }
      Reply(reader_.message().text);
    } else if (state == State::kEnd || (has_ended && state == State::kNothing)) {
      if (child_.AwaitEnd(kTimeToEndOnceClosed)) return HowItEnded();
      child_.Kill();
      return absl::AbortedError(
          absl::StrCat("the child process has closed the connection", While()));
    }
    if (Clock::now() - looked_ >= kBetweenLooks) {
      if (absl::Status s = LookAround(); !s.ok()) {
        child_.Kill();
        return s;
      }
    }
    if (state != State::kNothing) continue;
    pollfd watched[] = {{socket_, POLLIN, 0}, {child_.descriptor(), POLLIN, 0}};
    poll(watched, std::size(watched), static_cast<int>(kBetweenLooks.count()));
  }
}

absl::StatusOr<ForkedAnswer> Wait::Take(Message message) {
  PassOnProgress();
  const bool is_answer = message.kind == Message::Kind::kAnswer;
  absl::StatusOr<std::string> content = std::move(message).AsStatusOr();
  if (is_answer) return ForkedAnswer{std::move(content)};
  if (content.ok()) return absl::AbortedError("the child process speaks no sense");
  // Unavailable would mean that nothing was forked.
  if (absl::IsDataLoss(content.status()) || absl::IsUnavailable(content.status())) {
    return absl::AbortedError(content.status().message());
  }
  return content.status();
}

void Wait::Reply(const std::string& question) {
  absl::StatusOr<std::string> reply = absl::UnavailableError("nobody answers questions");
  try {
    if (plan_.on_question) reply = plan_.on_question(question);
  } catch (const std::exception& failed) {
    reply = absl::InternalError(failed.what());
  }
  // Should it be gone, that is seen at the next look.
  Send(socket_, Message::Kind::kReply, reply).IgnoreError();
}

// An error is why the child must end now.
absl::Status Wait::LookAround() {
  looked_ = Clock::now();
  PassOnProgress();
  if (plan_.progress != nullptr && plan_.progress->cancelled()) {
    return absl::CancelledError("cancelled");
  }
  if (looked_ - begin_ >= plan_.deadline) {
    return absl::DeadlineExceededError(
        absl::StrCat("the child process was ended after ", plan_.deadline.count(), " s", While()));
  }
  if (!shared_.is_working.load(std::memory_order_relaxed) &&
      looked_ - begin_ >= plan_.time_to_begin) {
    return absl::AbortedError("the child process did not begin to work");
  }
  const uint64_t left = plan_.available_memory();
  if (left >= plan_.memory_reserve) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("the child process was ended", While(), ": ", left >> 20,
                   " MiB of native memory were left, and below ", plan_.memory_reserve >> 20,
                   " MiB this process or its neighbours are in danger"));
}

void Wait::PassOnProgress() {
  if (plan_.progress == nullptr) return;
  const char* const phase = PhaseOf(shared_);
  if (phase != phase_) plan_.progress->Begin(phase);
  phase_ = phase;
  constexpr uint64_t kWhole = 1 << 20;
  // Whatever stands there: no number is as good as 0.
  const double fraction = std::min(std::max(0.0, shared_.progress.fraction()), 1.0);
  plan_.progress->Advance(static_cast<uint64_t>(fraction * kWhole), kWhole);
}

absl::Status Wait::HowItEnded() const {
  const LastWords& words = shared_.last_words;
  if (const int signal = words.signal.load(std::memory_order_acquire); signal != 0) {
    const std::string place = PlaceWords(words.instruction);
    return absl::AbortedError(absl::StrFormat("the child process crashed%s: %s at address %#x%s",
                                              While(), SignalWords(signal), words.address,
                                              place.empty() ? "" : absl::StrCat(", in ", place)));
  }
  const ChildProcess::End& end = child_.end();
  if (end.signal == SIGALRM) {
    return absl::DeadlineExceededError(
        absl::StrCat("the child process has ended itself at its deadline", While()));
  }
  if (end.signal == SIGKILL) {
    return absl::AbortedError(absl::StrCat("the child process was killed", While(),
                                           ": by the kernel for want of memory, or by somebody"));
  }
  if (end.signal) {
    return absl::AbortedError(
        absl::StrCat("the child process was ended by ", SignalWords(*end.signal), While()));
  }
  return absl::AbortedError(
      absl::StrCat("the child process ended without an answer", While(),
                   end.exit_status ? absl::StrCat(" (status ", *end.exit_status, ")") : ""));
}

std::string Wait::While() const {
  const std::string_view phase = PhaseOf(shared_);
  return phase.empty() ? "" : absl::StrCat(" while ", phase);
}

}  // namespace

absl::StatusOr<ForkedAnswer> AwaitAnswer(ChildProcess& child, int socket, SharedBlock& shared,
                                         const WaitPlan& plan) {
  absl::StatusOr<ForkedAnswer> answer = absl::AbortedError("");
  try {
    answer = Wait(child, socket, shared, plan).Run();
  } catch (const std::bad_alloc&) {
    answer = absl::ResourceExhaustedError("no native memory for the answer of the child process");
    child.Kill();
  }
  // One that has answered ends by itself, but takes its time to give back what it had.
  if (!child.AwaitEnd(kTimeToEnd)) {
    child.Kill();
    child.AwaitEnd(kTimeToEnd);
  }
  return answer;
}

}  // namespace taproot
