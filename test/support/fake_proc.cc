#include "support/fake_proc.h"

#include <unistd.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace taproot::test {
namespace {

namespace fs = std::filesystem;

std::string Status(const FakeProcess& process) {
  const pid_t inner = process.namespace_pid != 0 ? process.namespace_pid : process.pid;
  const pid_t group = process.group != 0 ? process.group : process.pid;
  return absl::StrCat("Name:\tjava\nState:\t", process.state, "\nTgid:\t", group, "\nPid:\t",
                      process.pid, "\nUid:\t0\t", geteuid(), "\t0\t0\nGid:\t0\t", getegid(),
                      "\t0\t0\nGroups:\t4 5 \nNSpid:\t", process.pid, "\t", inner,
                      "\nSigCgt:\t0000000000000004\n");
}

}  // namespace

std::string MapLine(std::string_view path, int inode) {
  return absl::StrCat("7f0000000000-7f0000001000 r-xp 00000000 fe:00 ", inode, "                  ",
                      path, "\n");
}

FakeProc::FakeProc() {
  fs::create_directories(folder_ / "self/ns");
  fs::create_symlink("mnt:[1]", folder_ / "self/ns/mnt");
  folder_.Write("version", "Linux");
}

void FakeProc::Add(const FakeProcess& process) const {
  const std::string name = std::to_string(process.pid);
  const std::string root = RootOf(process.pid);
  fs::create_directories(folder_ / (name + "/ns"));
  fs::create_directories(root + "/tmp");
  folder_.Write(name + "/status", Status(process));
  folder_.Write(name + "/stat", absl::StrCat(process.pid, " (a) b) S 1 2 3 4 5 6 7 8 9 10 11 12 ",
                                             "13 14 15 16 17 18 4242 20 21\n"));
  folder_.Write(name + "/comm", process.name + "\n");
  if (process.maps != "-") folder_.Write(name + "/maps", process.maps);
  std::string words = absl::StrJoin(process.command_line, std::string_view("\0", 1));
  folder_.Write(name + "/cmdline", words.empty() ? words : words + '\0');
  fs::create_symlink(process.mounts, folder_ / (name + "/ns/mnt"));
  if (process.counters.empty()) return;
  const pid_t inner = process.namespace_pid != 0 ? process.namespace_pid : process.pid;
  const std::string folder = absl::StrCat(name, "/root/tmp/hsperfdata_acme");
  fs::create_directories(folder_ / folder);
  folder_.Write(absl::StrCat(folder, "/", inner), process.counters);
}

std::string FakeProc::RootOf(pid_t pid) const { return folder_ / absl::StrCat(pid, "/root"); }

}  // namespace taproot::test
