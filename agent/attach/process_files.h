// What /proc says of a process. `proc` is the folder, another one in tests. All of it may be called
// from any thread; what cannot be read, or is not as it should be, is nothing.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attach/file_handle.h"

namespace taproot {

// The first `limit` bytes of a file; nothing if it cannot be read. Never waits, whatever is there.
std::optional<std::string> ReadText(const std::string& path, size_t limit = size_t{1} << 20);

struct ProcessStatus {
  char state = '?';  // as in ps: R, S, D, T, t, Z, X, I
  pid_t group = 0;   // the pid of the process, where the number asked about is a thread's
  pid_t namespace_pid = 0;
  uid_t uid = 0;  // effective
  gid_t gid = 0;
  std::vector<gid_t> groups;
  bool catches_quit = false;
};

std::optional<ProcessStatus> ParseProcessStatus(std::string_view text);
std::optional<ProcessStatus> ReadProcessStatus(pid_t pid, const std::string& proc = "/proc");

// When it was started, in clock ticks since the machine was.
std::optional<uint64_t> ReadStartTime(pid_t pid, const std::string& proc = "/proc");

// The words of its command line.
std::vector<std::string> ReadCommandLine(pid_t pid, const std::string& proc = "/proc");

// Whether the process is in another namespace of this kind ("mnt", "pid", "user") than we are;
// nothing if we may not know.
std::optional<bool> InOtherNamespace(pid_t pid, std::string_view kind,
                                     const std::string& proc = "/proc");

// A hold on the process itself, whoever gets its pid later; readable once it has ended. Not ok,
// with errno set, if there is none, or where the kernel has no such thing.
FileHandle OpenPidfd(pid_t pid);

// The last part of a path.
inline std::string_view FileNameOf(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// All pids there are, in order.
std::vector<pid_t> ListPids(const std::string& proc = "/proc");

}  // namespace taproot
