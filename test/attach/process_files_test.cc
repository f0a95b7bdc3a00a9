#include "attach/process_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/fake_proc.h"
#include "support/temporary_folder.h"

namespace taproot {
namespace {

TEST_CASE("A status tells the effective user, the groups and the innermost pid", "[attach]") {
  const auto status = ParseProcessStatus(
      "Name:\tjava\nState:\tT (stopped)\nTgid:\t12\nPid:\t12\nUid:\t1\t2\t3\t4\nGid:\t5\t6\t7\t8\n"
      "Groups:\t10 20 \nNSpid:\t12\t3\t1\nSigCgt:\t2000000181005ccf\n");
  REQUIRE(status);
  CHECK(status->state == 'T');
  CHECK(status->group == 12);
  CHECK(status->uid == 2);
  CHECK(status->gid == 6);
  CHECK(status->groups == std::vector<gid_t>{10, 20});
  CHECK(status->namespace_pid == 1);
  CHECK(status->catches_quit);
}

TEST_CASE("A status of an old kernel has no pid of a namespace", "[attach]") {
  const auto status = ParseProcessStatus("Tgid:\t12\nSigCgt:\t0000000000000003\n");
  REQUIRE(status);
  CHECK(status->namespace_pid == 12);
  CHECK_FALSE(status->catches_quit);
}

TEST_CASE("What is no status is nothing", "[attach]") {
  CHECK_FALSE(ParseProcessStatus(""));
  CHECK_FALSE(ParseProcessStatus("Tgid:\tx\n"));
  CHECK_FALSE(ParseProcessStatus("Tgid:\t12\nUid:\t1\t2\n"));
  CHECK_FALSE(ParseProcessStatus("Tgid:\t12\nSigCgt:\tzz\n"));
}

TEST_CASE("We know ourselves", "[attach]") {
  const auto status = ReadProcessStatus(getpid());
  REQUIRE(status);
  CHECK(status->group == getpid());
  CHECK(status->uid == geteuid());
  CHECK(status->gid == getegid());
  CHECK(ReadStartTime(getpid()).value_or(0) > 0);
  CHECK_FALSE(ReadCommandLine(getpid()).empty());
  CHECK(InOtherNamespace(getpid(), "mnt") == false);
  const std::vector<pid_t> pids = ListPids();
  CHECK(std::ranges::find(pids, getpid()) != pids.end());
}

TEST_CASE("A name with brackets and blanks does not hide when a process was started", "[attach]") {
  const test::FakeProc proc;
  proc.Add({.pid = 100});
  CHECK(ReadStartTime(100, proc.path()) == 4242);
}

TEST_CASE("A process that has gone is nothing", "[attach]") {
  const test::FakeProc proc;
  CHECK_FALSE(ReadProcessStatus(100, proc.path()));
  CHECK_FALSE(ReadStartTime(100, proc.path()));
  CHECK(ReadCommandLine(100, proc.path()).empty());
  CHECK_FALSE(InOtherNamespace(100, "mnt", proc.path()));
}

TEST_CASE("A pipe in the place of a file does not keep us waiting", "[attach]") {
  const TemporaryFolder folder;
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(ReadText(folder / "pipe").value_or("").empty());
  CHECK_FALSE(ReadText(folder / "nobody"));
  CHECK(ReadText(folder.Write("text", "abcdef"), 3) == "abc");
}

}  // namespace
}  // namespace taproot
