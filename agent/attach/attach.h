// Loads the agent into a running HotSpot, by the VM's own attach protocol.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "attach/jvm_process.h"

namespace taproot {

struct AttachOptions {
  std::string library;  // the libtaproot.so to load, as we see it
  // That very library is to be loaded, even beside another build of it.
  bool insist = false;
  // How long the JVM may take to open its socket, and then how long to answer. With reply= in the
  // command it answers as soon as it has begun; else only when it has done what it was asked for.
  std::chrono::milliseconds open_timeout{20'000};
  std::chrono::milliseconds answer_timeout{30'000};
  // Once true the attempt ends as soon as it can, with Cancelled. May be null.
  const std::atomic<bool>* cancelled = nullptr;
  std::string proc = "/proc";  // another folder in tests
};

struct Attached {
  std::string library;  // as the JVM has loaded it: ours, one that it had already, or a copy
  bool copied = false;  // we have put a copy where the JVM sees it
};

// Has `process` load the agent and hand it `command`, of any length, such as
// "leaks,format=json,reply=/tmp/x". A JVM that has the agent already, from whatever path, is handed
// the command by that same one, also if it is another build: that one knows what is watched. Where
// the JVM does not see `options.library`, or may not read it, it gets a copy in its own /tmp, which
// stays there for the next time; nothing else is left behind.
//
// Every error says what to do. NotFound: the process has ended. PermissionDenied: it is another
// user's, or in a namespace where we have no rights. FailedPrecondition: it cannot be attached to
// as it is now (stopped, attach or loading disabled, too old, no HotSpot, an agent in
// it that is too old to answer). DeadlineExceeded: no answer in time. Unavailable: the library
// could not be brought to it or be loaded there. InvalidArgument: our own library is no good.
// Aborted: the agent has refused the command; what it said is in the JVM's log. Cancelled.
//
// May be called from any thread. Started as root it takes the user, group and groups of the JVM for
// a while, for the calling thread alone.
absl::StatusOr<Attached> AttachAndLoad(const JvmProcess& process, std::string_view command,
                                       const AttachOptions& options);

// The libtaproot.so that belongs to this program: what TAPROOT_LIBRARY names, ../lib/libtaproot.so
// from the program's own folder, or beside it. NotFound names the places.
absl::StatusOr<std::string> OwnLibrary();

}  // namespace taproot
