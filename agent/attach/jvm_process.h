// The JVMs of this machine, as their processes and their performance counters describe them.
// Nothing is asked of the JVMs themselves.
//
// All functions may be called from any thread. They allow for processes that come and go meanwhile.
// `proc` is another folder in tests.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace taproot {

enum class VmKind : uint8_t {
  kUnknown,  // we may not look into it
  kHotSpot,
  kOpenJ9,
};

struct JvmProcess {
  pid_t pid = 0;            // as we see it
  pid_t namespace_pid = 0;  // as it sees itself
  uid_t uid = 0;            // its effective user and group
  gid_t gid = 0;
  std::vector<gid_t> groups;
  uint64_t start_time = 0;  // in clock ticks since the machine started: tells a reused pid

  VmKind kind = VmKind::kUnknown;
  std::string main_class;  // or the path of its jar; or what the process calls itself; never empty
  std::string arguments;   // of main
  std::string vm_arguments;
  std::string jdk_version;  // "17.0.15"; empty if nobody says
  int jdk_feature = 0;      // 17; 0 if nobody says
  std::string vendor;
  std::string collector;  // "G1"; empty if nobody says
  // As the counters have it: as of the last collection with most collectors.
  std::optional<uint64_t> heap_used;
  std::optional<uint64_t> heap_limit;

  bool readable = true;            // false: another user's, and most of the above is not known
  bool has_counters = false;       // false: -XX:-UsePerfData, or hidden from us
  bool other_mounts = false;       // it sees other files than we do
  bool other_pids = false;         // its pids are not ours
  bool other_users = false;        // its user numbers are not ours
  bool musl = false;               // its C library is musl
  std::optional<bool> attachable;  // what it says about that itself
  std::string agent_path;          // libtaproot.so as it is loaded there; empty if it is not
};

// Every JVM that we can see, by pid. Those of other users are among them, with readable false.
std::vector<JvmProcess> ListJvms(const std::string& proc = "/proc");

// What a process is. NotFound: there is none, or it has ended meanwhile. FailedPrecondition: it is
// no JVM, or `pid` is one of its threads.
absl::StatusOr<JvmProcess> InspectJvm(pid_t pid, const std::string& proc = "/proc");

// `text` is a pid, or a part of the name of a main class or jar that only one JVM has; a name that
// fits in full goes before those that it is a part of. Errors as of InspectJvm; NotFound names the
// JVMs that there are, FailedPrecondition those between which the text does not choose.
absl::StatusOr<JvmProcess> FindTarget(std::string_view text, const std::string& proc = "/proc");

// The same where only a name that fits in full will do.
absl::StatusOr<JvmProcess> FindNamed(std::string_view text, const std::string& proc = "/proc");

}  // namespace taproot
