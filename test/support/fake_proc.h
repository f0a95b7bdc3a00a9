// A folder that looks like /proc, with processes as a test wants them.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/temporary_folder.h"

namespace taproot::test {

struct FakeProcess {
  pid_t pid = 100;
  pid_t namespace_pid = 0;  // 0: the same
  std::vector<std::string> command_line = {"/opt/jdk/bin/java", "-Xmx64m", "com.acme.Main", "a"};
  std::string name = "java";
  std::string maps;      // "-" for one that cannot be read
  std::string counters;  // the content of its performance counters; empty: it has none
  std::string state = "S (sleeping)";
  std::string mounts = "mnt:[1]";
  pid_t group = 0;  // the process it is a thread of; 0: it is one itself
};

// One line of a maps file.
std::string MapLine(std::string_view path, int inode = 7);

class FakeProc {
 public:
  FakeProc();
  // It runs as the test's own user. Its root folder is RootOf() it, with a folder tmp in it.
  void Add(const FakeProcess& process) const;
  std::string RootOf(pid_t pid) const;
  std::string path() const { return folder_ / "."; }

 private:
  TemporaryFolder folder_;
};

}  // namespace taproot::test
