#include "attach/jvm_process.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "support/catch.h"
#include "support/fake_proc.h"
#include "support/perf_data_writer.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::CountersOf;
using test::FakeProc;
using test::FakeProcess;
using test::MapLine;

std::string Maps() { return MapLine("/opt/jdk/lib/server/libjvm.so"); }

std::string MessageOf(const absl::Status& status) { return std::string(status.message()); }

JvmProcess Only(const FakeProc& proc) {
  const std::vector<JvmProcess> all = ListJvms(proc.path());
  REQUIRE(all.size() == 1);
  return all[0];
}

TEST_CASE("A JVM is described by its counters", "[attach]") {
  const FakeProc proc;
  proc.Add({.pid = 100, .maps = Maps(), .counters = CountersOf("com.acme.Server -p 80")});
  const JvmProcess jvm = Only(proc);
  CHECK(jvm.pid == 100);
  CHECK(jvm.namespace_pid == 100);
  CHECK(jvm.kind == VmKind::kHotSpot);
  CHECK(jvm.main_class == "com.acme.Server");
  CHECK(jvm.arguments == "-p 80");
  CHECK(jvm.vm_arguments == "-Xmx64m -XX:+UseG1GC");
  CHECK(jvm.jdk_version == "21.0.4");
  CHECK(jvm.jdk_feature == 21);
  CHECK(jvm.vendor == "Debian");
  CHECK(jvm.collector == "G1");
  CHECK(jvm.heap_used == uint64_t{3} << 20);
  CHECK(jvm.heap_limit == uint64_t{64} << 20);
  CHECK(jvm.attachable == true);
  CHECK(jvm.start_time == 4242);
  CHECK(jvm.readable);
  CHECK(jvm.has_counters);
  CHECK(jvm.agent_path.empty());
}

TEST_CASE("Serial and Parallel divide the heap between the generations", "[attach]") {
  const FakeProc proc;
  proc.Add({.maps = Maps(),
            .counters = test::PerfDataWriter()
                            .Text("sun.gc.policy.name", "Copy:MSC")
                            .Number("sun.gc.generation.0.maxCapacity", 20 << 20)
                            .Number("sun.gc.generation.1.maxCapacity", 44 << 20)
                            .Bytes()});
  const JvmProcess jvm = Only(proc);
  CHECK(jvm.collector == "Serial");
  CHECK(jvm.heap_limit == uint64_t{64} << 20);
  CHECK_FALSE(jvm.heap_used);
}

TEST_CASE("A JVM without counters is found by its library, and described by its command line",
          "[attach]") {
  const FakeProc proc;
  proc.Add(
      {.pid = 100,
       .command_line = {"/opt/app/bin/server", "-Xmx1g", "-XX:+UseZGC", "-jar", "/opt/a b.jar"},
       .maps = Maps()});
  std::filesystem::create_directories(proc.RootOf(100) + "/opt/jdk");
  std::ofstream(proc.RootOf(100) + "/opt/jdk/release")
      << "IMPLEMENTOR=\"Eclipse Adoptium\"\nJAVA_VERSION=\"25.0.1\"\n";
  const JvmProcess jvm = Only(proc);
  CHECK(jvm.kind == VmKind::kHotSpot);
  CHECK_FALSE(jvm.has_counters);
  CHECK(jvm.main_class == "/opt/a b.jar");
  CHECK(jvm.jdk_feature == 25);
  CHECK(jvm.vendor == "Eclipse Adoptium");
  CHECK(jvm.collector == "ZGC");
  CHECK(jvm.heap_limit == uint64_t{1} << 30);
  CHECK_FALSE(jvm.attachable);
}

TEST_CASE("A jar with a blank in its path is not cut there", "[attach]") {
  const FakeProc proc;
  proc.Add({.command_line = {"java", "-jar", "/opt/a b.jar", "x"},
            .maps = Maps(),
            .counters = CountersOf("/opt/a b.jar x")});
  CHECK(Only(proc).main_class == "/opt/a b.jar");
  CHECK(Only(proc).arguments == "x");
}

TEST_CASE("Damaged counters are none", "[attach]") {
  const FakeProc proc;
  proc.Add({.maps = Maps(), .counters = CountersOf("com.acme.Server").substr(0, 100)});
  CHECK_FALSE(Only(proc).has_counters);
  CHECK(Only(proc).main_class == "com.acme.Main");
}

TEST_CASE("A link in the place of the counters is not followed", "[attach]") {
  const FakeProc proc;
  proc.Add({.pid = 100, .maps = Maps(), .counters = CountersOf("com.acme.Server")});
  const std::string place = proc.RootOf(100) + "/tmp/hsperfdata_acme/100";
  std::filesystem::rename(place, place + ".real");
  std::filesystem::create_symlink(place + ".real", place);
  CHECK_FALSE(Only(proc).has_counters);
}

TEST_CASE("Counters are those of the pid that the process has itself", "[attach]") {
  const FakeProc proc;
  proc.Add({.pid = 100,
            .namespace_pid = 1,
            .maps = Maps(),
            .counters = CountersOf("com.acme.Inner"),
            .mounts = "mnt:[2]"});
  const JvmProcess jvm = Only(proc);
  CHECK(jvm.main_class == "com.acme.Inner");
  CHECK(jvm.namespace_pid == 1);
  CHECK(jvm.other_pids);
  CHECK(jvm.other_mounts);
}

TEST_CASE("A process in a chroot sees other files than we do", "[attach]") {
  const FakeProc proc;
  proc.Add({.pid = 100, .maps = Maps(), .counters = CountersOf("com.acme.Jailed")});
  const std::filesystem::path ours = proc.path() + "/self/root";
  std::filesystem::create_symlink(proc.RootOf(100), ours);
  CHECK_FALSE(Only(proc).other_mounts);
  std::filesystem::remove(ours);
  std::filesystem::create_symlink("/", ours);
  CHECK(Only(proc).other_mounts);
}

TEST_CASE("The agent in a JVM is told", "[attach]") {
  const FakeProc proc;
  proc.Add({.maps = Maps() + MapLine("/opt/libtaproot.so")});
  CHECK(Only(proc).agent_path == "/opt/libtaproot.so");
}

TEST_CASE("OpenJ9 and musl are told", "[attach]") {
  const FakeProc proc;
  proc.Add({.pid = 1, .maps = MapLine("/opt/lib/libj9vm29.so")});
  proc.Add({.pid = 2, .maps = Maps() + MapLine("/lib/ld-musl-aarch64.so.1")});
  const std::vector<JvmProcess> all = ListJvms(proc.path());
  REQUIRE(all.size() == 2);
  CHECK(all[0].kind == VmKind::kOpenJ9);
  CHECK(all[1].musl);
}

TEST_CASE("What others run under the name of java is listed, and not looked into", "[attach]") {
  const FakeProc proc;
  proc.Add({.maps = "-"});
  const JvmProcess jvm = Only(proc);
  CHECK_FALSE(jvm.readable);
  CHECK(jvm.kind == VmKind::kUnknown);
  CHECK(jvm.main_class == "com.acme.Main");
}

TEST_CASE("Names cannot steer a terminal", "[attach]") {
  const FakeProc proc;
  proc.Add({.command_line = {"java", "A\033[2J\n\302\233B\303\251"}, .maps = Maps()});
  CHECK(Only(proc).main_class == "A?[2J??B\303\251");
}

TEST_CASE("Other processes, zombies and half-gone ones are passed over", "[attach]") {
  const FakeProc proc;
  proc.Add({.pid = 1, .command_line = {"/bin/sh"}, .maps = MapLine("/lib/libc.so.6")});
  proc.Add({.pid = 2, .command_line = {}});
  proc.Add({.pid = 3, .maps = Maps(), .state = "Z (zombie)"});
  std::filesystem::create_directories(proc.path() + "/4");
  proc.Add({.pid = 5, .command_line = {"/bin/java"}, .maps = MapLine("/lib/libc.so.6")});
  CHECK(ListJvms(proc.path()).empty());
  CHECK(ListJvms(proc.path() + "/nowhere").empty());
}

TEST_CASE("The frozen copy of a JVM that is being captured is no JVM", "[attach]") {
  const FakeProc proc;
  proc.Add({.pid = 1, .name = "taproot", .maps = Maps()});
  proc.Add({.pid = 2, .name = "VM Thread", .maps = Maps()});
  proc.Add({.pid = 3, .maps = Maps()});
  CHECK(Only(proc).pid == 3);
}

TEST_CASE("What cannot be a target says why", "[attach]") {
  const FakeProc proc;
  proc.Add({.pid = 1, .command_line = {"/bin/sh"}, .maps = MapLine("/lib/libc.so.6")});
  proc.Add({.pid = 3, .maps = Maps(), .state = "Z (zombie)"});
  proc.Add({.pid = 4, .maps = Maps(), .group = 3});
  const auto status = [&](pid_t pid) { return InspectJvm(pid, proc.path()).status(); };
  CHECK(status(99).code() == absl::StatusCode::kNotFound);
  CHECK_THAT(MessageOf(status(99)), ContainsSubstring("no process 99"));
  CHECK(status(1).code() == absl::StatusCode::kFailedPrecondition);
  CHECK_THAT(MessageOf(status(1)), ContainsSubstring("/bin/sh") && ContainsSubstring("no JVM"));
  CHECK(status(3).code() == absl::StatusCode::kNotFound);
  CHECK_THAT(MessageOf(status(4)), ContainsSubstring("thread of process 3"));
}

}  // namespace
}  // namespace taproot
