#include "attach/attach.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "attach/attacher.h"
#include "support/catch.h"
#include "support/fake_vm.h"
#include "support/temporary_folder.h"

namespace taproot {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;
using Catch::Matchers::ContainsSubstring;
using test::Attacher;
using test::FakeVm;
using test::kElf;
using test::MessageOf;

std::string LoadRequest(const std::string& library, const std::string& command) {
  return "1\0load\0"s + library + "\0true\0"s + command + "\0"s;
}

TEST_CASE("A VM that sees the library is handed it, and is woken only once", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  attacher.Show(vm);
  for (int i = 0; i < 3; ++i) {
    const absl::StatusOr<Attached> attached = attacher.Attach(vm, "leaks,top=3");
    CAPTURE(attached.status().ToString());
    REQUIRE(attached.ok());
    CHECK(attached->library == attacher.library());
    CHECK_FALSE(attached->copied);
  }
  CHECK(vm.QuitSignals() == 1);
  CHECK(vm.Requests() ==
        std::vector<std::string>(3, LoadRequest(attacher.library(), "leaks,top=3")));
  CHECK(vm.Leftovers().empty());
}

TEST_CASE("A VM that does not see the library gets one copy for all times", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  const absl::StatusOr<Attached> first = attacher.Attach(vm);
  CAPTURE(first.status().ToString());
  REQUIRE(first.ok());
  CHECK(first->copied);
  CHECK_THAT(first->library, Catch::Matchers::StartsWith("/tmp/.taproot-"));
  CHECK(ReadFile(vm.root() + first->library) == kElf);
  struct stat status = {};
  REQUIRE(stat((vm.root() + first->library).c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0500);
  const ino_t inode = status.st_ino;
  CHECK(attacher.Attach(vm)->library == first->library);
  REQUIRE(stat((vm.root() + first->library).c_str(), &status) == 0);
  CHECK(status.st_ino == inode);
  CHECK(vm.Leftovers().size() == 1);
}

TEST_CASE("Another file under the library's name is not taken for it", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  attacher.Show(vm, "\177ELF some other library!!!");
  CHECK(attacher.Attach(vm)->copied);
}

TEST_CASE("A damaged copy is replaced", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  const std::string copy = vm.root() + attacher.Attach(vm)->library;
  chmod(copy.c_str(), 0700);
  std::ofstream(copy, std::ios::binary) << "\177ELF half";
  CHECK(attacher.Attach(vm).ok());
  CHECK(ReadFile(copy) == kElf);
}

TEST_CASE("A folder that others can write to is not used for a copy", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  const fs::path folder = fs::path(vm.root() + attacher.Attach(vm)->library).parent_path();
  chmod(folder.c_str(), 0777);
  const absl::Status status = attacher.Attach(vm).status();
  CHECK(status.code() == absl::StatusCode::kUnavailable);
  CHECK_THAT(MessageOf(status), ContainsSubstring("somebody else's: remove it"));
}

TEST_CASE("A link in the place of the copy's folder is not followed", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  const fs::path folder = fs::path(vm.root() + attacher.Attach(vm)->library).parent_path();
  fs::rename(folder, vm.root() + "/elsewhere");
  fs::create_directory_symlink(vm.root() + "/elsewhere", folder);
  CHECK(attacher.Attach(vm).status().code() == absl::StatusCode::kUnavailable);
}

TEST_CASE("A full /tmp sends the copy to the next place", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  REQUIRE(attacher.Attach(vm).ok());  // there is a socket
  fs::remove_all(vm.root() + "/var");
  fs::create_directories(vm.root() + "/var/tmp");
  const fs::path folder = fs::path(attacher.Attach(vm)->library).parent_path();
  fs::remove_all(vm.root() + folder.string());
  std::ofstream(vm.root() + folder.string()) << "no folder";
  CHECK(attacher.Attach(vm)->library == "/var" + folder.string() + "/libtaproot.so");
}

TEST_CASE("A copy that nobody takes leaves nothing behind", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  const fs::path folder = fs::path(attacher.Attach(vm)->library).parent_path();
  fs::remove_all(vm.root() + folder.string());
  std::ofstream(vm.root() + folder.string()) << "no folder";
  const absl::Status status = attacher.Attach(vm).status();
  CHECK(status.code() == absl::StatusCode::kUnavailable);
  CHECK_THAT(MessageOf(status),
             ContainsSubstring("no place for a copy") && ContainsSubstring("/dev/shm"));
  CHECK(vm.Leftovers() == std::vector{folder.filename().string()});
}

TEST_CASE("The agent that a VM has already is asked, wherever it came from", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  vm.Map("/opt/libtaproot-7.so (deleted)");
  CHECK(attacher.Attach(vm)->library == "/opt/libtaproot-7.so");
}

// Has the VM map a file under the library's name.
void MapOther(const FakeVm& vm, const Attacher& attacher, std::string_view content) {
  struct stat status = {};
  REQUIRE(stat(attacher.Show(vm, content).c_str(), &status) == 0);
  std::ofstream(absl::StrCat(vm.proc(), "/", vm.process().pid, "/maps"), std::ios::app)
      << "7f00-7f01 r-xp 0 fe:00 " << status.st_ino << " " << attacher.library() << "\n";
}

TEST_CASE("Another build in the VM is asked, for it knows what is watched", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  MapOther(vm, attacher, "\177ELF with a thread taproot-request");
  const absl::StatusOr<Attached> attached = attacher.Attach(vm, "leaks,reply=/tmp/r");
  CAPTURE(attached.status().ToString());
  REQUIRE(attached.ok());
  CHECK(attached->library == attacher.library());
  CHECK_FALSE(attached->copied);
  AttachOptions options = attacher.OptionsFor(vm);
  options.insist = true;
  CHECK(AttachAndLoad(vm.process(), "leaks,reply=/tmp/r", options)->copied);
}

TEST_CASE("Another build that cannot answer is an error", "[attach]") {
  const FakeVm vm;
  const Attacher attacher;
  MapOther(vm, attacher, "\177ELF from before there were answers");
  const absl::Status refused = attacher.Attach(vm, "leaks,reply=/tmp/r").status();
  CHECK(refused.code() == absl::StatusCode::kFailedPrecondition);
  CHECK_THAT(MessageOf(refused),
             ContainsSubstring("another build") && ContainsSubstring("--library FILE"));
  CHECK(attacher.Attach(vm, "leaks,output=/tmp/x").ok());
  vm.Map("/opt/libtaproot-7.so (deleted)");  // which may be the same
  CHECK(attacher.Attach(vm, "leaks,reply=/tmp/r")->library == "/opt/libtaproot-7.so");
}

TEST_CASE("Another build that refuses a command is told from our own", "[attach]") {
  const FakeVm vm({.answer = [](const std::string&) { return "0\nreturn code: -1\n"s; }});
  const Attacher attacher;
  MapOther(vm, attacher, "\177ELF with a thread taproot-request");
  const absl::Status refused = attacher.Attach(vm, "new,reply=/tmp/r").status();
  CHECK(refused.code() == absl::StatusCode::kFailedPrecondition);
  CHECK_THAT(MessageOf(refused), ContainsSubstring("another build"));
}

TEST_CASE("A command too long for version 1 goes into a private file that does not stay",
          "[attach]") {
  const FakeVm vm({.answer = [](const std::string& request) {
    const size_t at = request.rfind("options=") + 8;
    const std::string path = request.substr(at, request.find('\0', at) - at);
    struct stat status = {};
    // The test's folder is not this process's root, so the name is looked for in its own /tmp.
    const std::string here = fs::current_path().parent_path().string() + path;
    const bool is_private = stat(here.c_str(), &status) == 0 && (status.st_mode & 0777) == 0600;
    return is_private && ReadFile(here).starts_with("watch=xxx") ? "0\nreturn code: 0\n"s
                                                                 : "0\nreturn code: 7\n"s;
  }});
  const Attacher attacher;
  attacher.Show(vm);
  const std::string command =
      "leaks,reply=/tmp/r,watch=" + std::string(2000, 'x') + ",options=/tmp/more";
  const absl::StatusOr<Attached> attached = attacher.Attach(vm, command);
  CAPTURE(attached.status().ToString());
  CHECK(attached.ok());
  REQUIRE(vm.Requests().size() == 1);
  CHECK_THAT(vm.Requests()[0],
             ContainsSubstring("leaks,reply=/tmp/r,options=/tmp/more,options=/tmp/.taproot-"));
  CHECK(vm.Leftovers().empty());
}

TEST_CASE("A VM of version 2 takes long commands as they are", "[attach]") {
  const FakeVm vm({.answer = [](const std::string& request) {
    return request.find("getversion") != std::string::npos ? "0\n2 streaming"s
                                                           : "0\nreturn code: 0\n"s;
  }});
  const Attacher attacher;
  attacher.Show(vm);
  JvmProcess process = vm.process();
  process.jdk_feature = 25;
  const std::string command = "leaks,watch=" + std::string(2000, 'x');
  CHECK(AttachAndLoad(process, command, attacher.OptionsFor(vm)).ok());
  REQUIRE(vm.Requests().size() == 2);
  CHECK_THAT(vm.Requests()[1], Catch::Matchers::StartsWith("2\0"s) && ContainsSubstring(command));
  // And what is too long for that as well goes into a file.
  CHECK(AttachAndLoad(process, "leaks,watch=" + std::string(300'000, 'x'), attacher.OptionsFor(vm))
            .ok());
  CHECK_THAT(vm.Requests().back(), Catch::Matchers::StartsWith("1\0"s));
  CHECK(vm.Leftovers().empty());
}

TEST_CASE("The library of the program is where it was installed, or where one says", "[attach]") {
  const TemporaryFolder folder;
  const std::string library = folder.Write("x.so", "x");
  setenv("TAPROOT_LIBRARY", library.c_str(), 1);
  CHECK(OwnLibrary().value() == library);
  setenv("TAPROOT_LIBRARY", (folder / "nobody").c_str(), 1);
  CHECK_THAT(MessageOf(OwnLibrary().status()), ContainsSubstring("there is no file"));
  unsetenv("TAPROOT_LIBRARY");
  const absl::StatusOr<std::string> own = OwnLibrary();
  if (!own.ok()) CHECK_THAT(MessageOf(own.status()), ContainsSubstring("TAPROOT_LIBRARY="));
}

}  // namespace
}  // namespace taproot
