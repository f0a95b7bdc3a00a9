#include "cli/read_by_target.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "attach/file_handle.h"
#include "attach/target_user.h"

namespace taproot {
namespace {

// 0: it can be read, by whom this thread passes for.
int WhyUnreadable(const std::string& path) {
  const FileHandle file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  return file.ok() ? 0 : errno;
}

absl::Status CheckOurselves(const std::string& path) {
  const int reason = WhyUnreadable(path);
  if (reason == 0) return absl::OkStatus();
  const std::string message = absl::StrCat("cannot read ", path, ": ", std::strerror(reason));
  return reason == EACCES || reason == EPERM ? absl::PermissionDeniedError(message)
                                             : absl::NotFoundError(message);
}

std::string Advice(Verb verb, const JvmProcess& process) {
  if (verb == Verb::kDiff) {
    return absl::StrCat("take a second snapshot and compare the two: taproot snapshot ",
                        process.pid, " -o after.taproot");
  }
  return absl::StrCat("take a snapshot and ask that: taproot snapshot ", process.pid,
                      " -o heap.taproot");
}

absl::Status CheckFile(const std::string& path, Verb verb, const JvmProcess& process) {
  if (absl::Status s = CheckOurselves(path); !s.ok()) return s;
  if (process.other_mounts) {
    return absl::FailedPreconditionError(
        absl::StrCat("process ", process.pid, " sees other files than you do, and cannot read ",
                     path, ": ", Advice(verb, process)));
  }
  if (process.uid == geteuid()) return absl::OkStatus();
  int reason = 0;
  {
    const TargetUser user(process);
    reason = WhyUnreadable(path);
  }
  if (reason == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("process ", process.pid, " runs as another user, who cannot read ", path, " (",
                   std::strerror(reason), "): let that user read it, or ", Advice(verb, process)));
}

}  // namespace

absl::Status CheckReadByTarget(const Invocation& invocation, const JvmProcess& process) {
  const Verb verb = *invocation.subcommand->verb;
  if (verb == Verb::kDiff) {
    if (absl::Status s = CheckFile(invocation.operands[0], verb, process); !s.ok()) return s;
  }
  const std::string* rules = invocation.Find("rules");
  return rules == nullptr ? absl::OkStatus() : CheckFile(*rules, verb, process);
}

}  // namespace taproot
