#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "attach/attach.h"
#include "attach/attacher.h"
#include "support/catch.h"
#include "support/fake_vm.h"
#include "support/temporary_folder.h"

namespace taproot {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using namespace std::chrono_literals;
using Catch::Matchers::ContainsSubstring;
using test::Attacher;
using test::FakeVm;
using test::MessageOf;

TEST_CASE("A process that does not handle SIGQUIT is not sent it", "[attach]") {
  const FakeVm vm({.catches_quit = false});
  const Attacher attacher;
  AttachOptions options = attacher.OptionsFor(vm);
  options.open_timeout = 200ms;
  const absl::Status status = AttachAndLoad(vm.process(), "status", options).status();
  CHECK(status.code() == absl::StatusCode::kFailedPrecondition);
  CHECK_THAT(MessageOf(status), ContainsSubstring("-Xrs"));
  std::this_thread::sleep_for(50ms);
  CHECK(kill(vm.process().pid, 0) == 0);
  CHECK(vm.Leftovers().empty());
}

TEST_CASE("A VM that opens no socket is asked twice, and then given up", "[attach]") {
  const FakeVm vm({.opens_socket = false});
  const Attacher attacher;
  AttachOptions options = attacher.OptionsFor(vm);
  options.open_timeout = 1000ms;
  const absl::Status status = AttachAndLoad(vm.process(), "status", options).status();
  CHECK(status.code() == absl::StatusCode::kDeadlineExceeded);
  CHECK_THAT(MessageOf(status), ContainsSubstring("has not opened its attach socket within 1 s"));
  CHECK(vm.QuitSignals() == 2);
  CHECK(vm.Leftovers().empty());
}

TEST_CASE("A VM that does not answer is given up", "[attach]") {
  const FakeVm vm({.answers = false});
  const Attacher attacher;
  AttachOptions options = attacher.OptionsFor(vm);
  options.answer_timeout = 300ms;
  const absl::Status status =
      AttachAndLoad(vm.process(), "leaks,watch=" + std::string(2000, 'x'), options).status();
  CHECK(status.code() == absl::StatusCode::kDeadlineExceeded);
  CHECK_THAT(MessageOf(status), ContainsSubstring("has not answered"));
}

TEST_CASE("Who loses patience is let go at once", "[attach]") {
  const FakeVm vm({.answers = false});
  const Attacher attacher;
  std::atomic<bool> cancelled = false;
  AttachOptions options = attacher.OptionsFor(vm);
  options.answer_timeout = 60s;
  options.cancelled = &cancelled;
  std::thread user([&] {
    std::this_thread::sleep_for(300ms);
    cancelled = true;
  });
  const auto before = std::chrono::steady_clock::now();
  const absl::Status status = AttachAndLoad(vm.process(), "status", options).status();
  user.join();
  CHECK(status.code() == absl::StatusCode::kCancelled);
  CHECK(std::chrono::steady_clock::now() - before < 10s);
}

TEST_CASE("A VM that dies meanwhile is told from one that does not answer", "[attach]") {
  const FakeVm vm({.dies_of_request = true});
  const Attacher attacher;
  const absl::Status status = attacher.Attach(vm).status();
  CAPTURE(status.ToString());
  CHECK((status.code() == absl::StatusCode::kNotFound ||
         status.code() == absl::StatusCode::kUnavailable));
}

TEST_CASE("A stopped process is let alone, and says how it goes on", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  vm.Signal(SIGSTOP);
  absl::Status status;
  for (int i = 0; i < 100 && !absl::IsFailedPrecondition(status); ++i) {
    std::this_thread::sleep_for(10ms);
    AttachOptions options = attacher.OptionsFor(vm);
    options.open_timeout = 20ms;
    status = AttachAndLoad(vm.process(), "status", options).status();
  }
  CHECK_THAT(MessageOf(status), ContainsSubstring("kill -CONT"));
  vm.Signal(SIGCONT);
}

TEST_CASE("Another process that has the pid by now is not the target", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  JvmProcess process = vm.process();
  --process.start_time;
  CHECK(attacher.Fail(vm, process).code() == absl::StatusCode::kNotFound);
  CHECK(vm.QuitSignals() == 0);
}

TEST_CASE("What cannot be attached to says so before it is touched", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  const auto message = [&](auto change) {
    JvmProcess process = vm.process();
    change(process);
    const absl::Status status = attacher.Fail(vm, process);
    CHECK(status.code() == absl::StatusCode::kFailedPrecondition);
    return MessageOf(status);
  };
  CHECK_THAT(message([](JvmProcess& p) { p.kind = VmKind::kOpenJ9; }), ContainsSubstring("OpenJ9"));
  CHECK_THAT(message([](JvmProcess& p) { p.jdk_feature = 11; }), ContainsSubstring("JDK 17"));
  CHECK_THAT(message([](JvmProcess& p) { p.attachable = false; }),
             ContainsSubstring("-XX:+DisableAttachMechanism"));
  CHECK_THAT(message([](JvmProcess& p) { p.vm_arguments = "-XX:+DisableAttachMechanism"; }),
             ContainsSubstring("-XX:+DisableAttachMechanism"));
  CHECK(vm.QuitSignals() == 0);
}

TEST_CASE("A library for glibc is not for a VM on musl", "[attach]") {
  const FakeVm vm;
  const TemporaryFolder folder;
  JvmProcess process = vm.process();
  process.musl = true;
  AttachOptions options = {.library = folder.Write("libtaproot.so", "\177ELF GLIBC_2.34"),
                           .proc = vm.proc()};
  const absl::Status status = AttachAndLoad(process, "status", options).status();
  CHECK(status.code() == absl::StatusCode::kFailedPrecondition);
  CHECK_THAT(MessageOf(status), ContainsSubstring("musl"));
}

TEST_CASE("What is no library is refused", "[attach]") {
  const FakeVm vm;
  const TemporaryFolder folder;
  for (const std::string& library :
       {folder / "nobody", folder.Write("text", "hello"), folder / "."}) {
    const absl::Status status =
        AttachAndLoad(vm.process(), "status", {.library = library, .proc = vm.proc()}).status();
    CHECK(status.code() == absl::StatusCode::kInvalidArgument);
  }
  CHECK(vm.QuitSignals() == 0);
}

TEST_CASE("A socket that others could use is not trusted", "[attach]") {
  const FakeVm vm({.socket_mode = 0666});
  const Attacher attacher;
  const absl::Status status = attacher.Attach(vm).status();
  CHECK(status.code() == absl::StatusCode::kPermissionDenied);
  CHECK_THAT(MessageOf(status), ContainsSubstring("is not its own"));
}

TEST_CASE("Something else in the place of the socket is not trusted", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  std::ofstream(absl::StrCat(vm.root(), "/tmp/.java_pid", vm.process().pid)) << "hello";
  CHECK(attacher.Attach(vm).status().code() == absl::StatusCode::kPermissionDenied);
}

TEST_CASE("A VM whose working directory takes no file is woken by one in its /tmp", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  fs::remove(absl::StrCat(vm.proc(), "/", vm.process().pid, "/cwd"));
  CHECK(attacher.Attach(vm).ok());
  CHECK(vm.Leftovers().size() == 1);  // the copy
}

TEST_CASE("A trigger that was there before is used and left", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  attacher.Show(vm);
  const std::string name = absl::StrCat(".attach_pid", vm.process().pid);
  std::ofstream(vm.root() + "/work/" + name) << "";
  CHECK(attacher.Attach(vm).ok());
  CHECK(vm.Leftovers() == std::vector{name});
}

TEST_CASE("What the agent or the VM says no to names the process", "[attach]") {
  const auto [reply, code] = GENERATE(table<std::string, absl::StatusCode>(
      {{"0\nreturn code: -1\n", absl::StatusCode::kAborted},
       {"0\nx was not loaded.\nx: file too short\n", absl::StatusCode::kUnavailable},
       {"", absl::StatusCode::kUnavailable},
       {"nonsense", absl::StatusCode::kInvalidArgument}}));
  const FakeVm vm({.answer = [answer = reply](const std::string&) { return answer; }});
  const Attacher attacher;
  attacher.Show(vm);
  const absl::Status status = attacher.Attach(vm).status();
  CHECK(status.code() == code);
  CHECK_THAT(MessageOf(status), ContainsSubstring("(com.acme.Main)"));
  CHECK(vm.Leftovers().empty());
}

}  // namespace
}  // namespace taproot
