#include "capture/fork/parent_wait.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <limits>
#include <string>

#include "capture/fork/child_link.h"
#include "capture/fork/child_setup.h"
#include "support/catch.h"

namespace taproot {
namespace {

constexpr uint64_t kPlenty = std::numeric_limits<uint64_t>::max();

// What a child does, given its end of the link and the shared block.
using Work = std::function<void(int socket, SharedBlock& shared)>;

bool HasNoChildren() { return waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

absl::StatusOr<ForkedAnswer> Run(const Work& work, WaitPlan plan = {}) {
  absl::StatusOr<SharedMemory> shared = SharedMemory::Create();
  absl::StatusOr<Link> link = MakeLink();
  REQUIRE(shared.ok());
  REQUIRE(link.ok());
  ChildSetup setup;
  setup.parent = getpid();
  setup.socket = link->child.get();
  setup.shared = &**shared;
  setup.deadline = std::chrono::seconds(60);
  setup.memory = kPlenty;
  const pid_t pid = fork();
  REQUIRE(pid >= 0);
  if (pid == 0) {
    MakeChildSafe(setup);
    work(setup.socket, **shared);
    _exit(0);
  }
  link->child.Close();
  if (!plan.available_memory) plan.available_memory = [] { return kPlenty; };
  ChildProcess child(pid);
  absl::StatusOr<ForkedAnswer> answer = AwaitAnswer(child, link->parent.get(), **shared, plan);
  CHECK(child.HasEnded());
  CHECK(HasNoChildren());
  return answer;
}

void SendAnswer(int socket, const absl::StatusOr<std::string>& answer) {
  Send(socket, Message::Kind::kAnswer, answer).IgnoreError();
}

[[noreturn]] void WaitForever() {
  while (true) pause();
}

TEST_CASE("An answer comes whole, however long it is", "[fork]") {
  const size_t size = size_t{100} << 20;
  const auto answer =
      Run([&](int socket, SharedBlock&) { SendAnswer(socket, std::string(size, 'x')); });
  REQUIRE(answer.ok());
  REQUIRE(answer->answer.ok());
  CHECK(*answer->answer == std::string(size, 'x'));
}

TEST_CASE("An empty answer is an answer", "[fork]") {
  const auto answer = Run([](int socket, SharedBlock&) { SendAnswer(socket, ""); });
  REQUIRE(answer.ok());
  CHECK(answer->answer.value() == "");
}

TEST_CASE("An error that is the answer is no failure of the child", "[fork]") {
  const auto answer = Run([](int socket, SharedBlock&) {
    SendAnswer(socket, absl::InvalidArgumentError("no such class"));
  });
  REQUIRE(answer.ok());
  CHECK(answer->answer.status() == absl::InvalidArgumentError("no such class"));
}

TEST_CASE("A failure of the child is passed on, but never as if nothing had been forked",
          "[fork]") {
  auto fail = [](absl::Status why) {
    return Run([&](int socket, SharedBlock&) {
      Send(socket, Message::Kind::kFailure, why).IgnoreError();
    });
  };
  CHECK(fail(absl::ResourceExhaustedError("no memory")).status() ==
        absl::ResourceExhaustedError("no memory"));
  CHECK(fail(absl::UnavailableError("no threads")).status() == absl::AbortedError("no threads"));
  CHECK(fail(absl::DataLossError("nonsense")).status() == absl::AbortedError("nonsense"));
}

TEST_CASE("A crash is told by the last words", "[fork]") {
  const auto answer = Run([](int, SharedBlock& shared) {
    shared.progress.Begin("testing");
    const volatile int* volatile nothing = nullptr;
    static_cast<void>(*nothing);
  });
  CHECK(absl::IsAborted(answer.status()));
  CHECK(answer.status().message().find(
            "the child process crashed while testing: SIGSEGV at address 0") == 0);
}

TEST_CASE("A child that is killed is told so", "[fork]") {
  const auto answer = Run([](int, SharedBlock&) { kill(getpid(), SIGKILL); });
  CHECK(absl::IsAborted(answer.status()));
  CHECK(answer.status().message().find("the child process was killed") == 0);
}

TEST_CASE("A child that ends without an answer is told so", "[fork]") {
  const auto answer = Run([](int, SharedBlock&) { _exit(3); });
  CHECK(answer.status() ==
        absl::AbortedError("the child process ended without an answer (status 3)"));
}

TEST_CASE("A child that sends half an answer has not answered", "[fork]") {
  const auto answer = Run([](int socket, SharedBlock&) {
    const MessageHeader header = {static_cast<uint32_t>(Message::Kind::kAnswer), 0, 1000};
    CHECK(write(socket, &header, sizeof header) == sizeof header);
    CHECK(write(socket, "half", 4) == 4);
  });
  CHECK(absl::IsAborted(answer.status()));
}

TEST_CASE("A child that speaks no sense is ended", "[fork]") {
  const auto answer = Run([](int socket, SharedBlock&) {
    const std::string noise(1000, '\xff');
    CHECK(write(socket, noise.data(), noise.size()) > 0);
    WaitForever();
  });
  CHECK(absl::IsAborted(answer.status()));
}

TEST_CASE("A child that does not come to its end is ended at the deadline", "[fork]") {
  WaitPlan plan;
  plan.deadline = std::chrono::seconds(1);
  const auto answer = Run(
      [](int, SharedBlock& shared) {
        shared.is_working = true;
        WaitForever();
      },
      plan);
  CHECK(absl::IsDeadlineExceeded(answer.status()));
}

TEST_CASE("A child that does not get going is ended", "[fork]") {
  WaitPlan plan;
  plan.time_to_begin = std::chrono::seconds(0);
  const auto answer = Run([](int, SharedBlock&) { WaitForever(); }, plan);
  CHECK(answer.status() == absl::AbortedError("the child process did not begin to work"));
}

TEST_CASE("A cancelled child is ended, and its progress is passed on until then", "[fork]") {
  Progress progress;
  WaitPlan plan;
  plan.progress = &progress;
  // The memory is looked at last, so progress has been told by then.
  plan.available_memory = [&] {
    if (progress.phase() == "working" && progress.fraction() == 0.5) progress.Cancel();
    return kPlenty;
  };
  const auto answer = Run(
      [](int, SharedBlock& shared) {
        shared.is_working = true;
        shared.progress.Begin("working");
        shared.progress.Advance(1, 2);
        WaitForever();
      },
      plan);
  CHECK(absl::IsCancelled(answer.status()));
}

TEST_CASE("A phase that is no literal of this program is not looked at", "[fork]") {
  Progress progress;
  WaitPlan plan;
  plan.progress = &progress;
  plan.available_memory = [&] { return uint64_t{0}; };
  plan.memory_reserve = 1;
  const auto answer = Run(
      [](int, SharedBlock& shared) {
        shared.progress.Begin(reinterpret_cast<const char*>(uintptr_t{0x10}));
        WaitForever();
      },
      plan);
  CHECK(absl::IsResourceExhausted(answer.status()));
  CHECK(progress.phase() == "");
}

TEST_CASE("A child is ended when memory runs short, with the figures", "[fork]") {
  WaitPlan plan;
  plan.memory_reserve = uint64_t{64} << 20;
  plan.available_memory = [] { return uint64_t{63} << 20; };
  const auto answer = Run([](int, SharedBlock&) { WaitForever(); }, plan);
  CHECK(absl::IsResourceExhausted(answer.status()));
  CHECK(answer.status().message().find("63 MiB") != std::string::npos);
  CHECK(answer.status().message().find("64 MiB") != std::string::npos);
}

TEST_CASE("Questions of the child are answered", "[fork]") {
  WaitPlan plan;
  plan.on_question = [](std::string_view question) { return std::string(question) + "!"; };
  const auto answer = Run(
      [](int socket, SharedBlock&) {
        std::string all;
        for (const char* question : {"one", "two"}) {
          Send(socket, Message::Kind::kQuestion, std::string(question)).IgnoreError();
          MessageReader reader(socket);
          while (reader.Read(/*wait=*/true) != MessageReader::State::kMessage) {
          }
          all += reader.message().text;
        }
        SendAnswer(socket, all);
      },
      plan);
  REQUIRE(answer.ok());
  CHECK(answer->answer.value() == "one!two!");
}

TEST_CASE("An application that ignores the end of its children does not disturb", "[fork]") {
  struct sigaction ignore = {};
  struct sigaction before = {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGCHLD, &ignore, &before);
  const auto answer = Run([](int socket, SharedBlock&) { SendAnswer(socket, "yes"); });
  const auto none = Run([](int, SharedBlock&) { _exit(3); });
  sigaction(SIGCHLD, &before, nullptr);
  REQUIRE(answer.ok());
  CHECK(answer->answer.value() == "yes");
  CHECK(none.status() == absl::AbortedError("the child process ended without an answer"));
}

}  // namespace
}  // namespace taproot
