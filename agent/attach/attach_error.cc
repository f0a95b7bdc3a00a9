#include "attach/attach_error.h"

#include <pwd.h>

#include <array>

#include "absl/strings/str_cat.h"

namespace taproot {

std::string Named(const JvmProcess& process) {
  return absl::StrCat("process ", process.pid, " (", process.main_class, ")");
}

std::string UserName(uid_t uid) {
  std::array<char, 4096> text;
  passwd entry = {};
  passwd* found = nullptr;
  getpwuid_r(uid, &entry, text.data(), text.size(), &found);
  return found != nullptr ? found->pw_name : absl::StrCat("user ", uid);
}

absl::Status EndedMeanwhile(const JvmProcess& process) {
  return absl::NotFoundError(absl::StrCat(Named(process), " has ended meanwhile"));
}

absl::Status NoRightsThere(const JvmProcess& process) {
  return absl::PermissionDeniedError(absl::StrCat(
      Named(process), " cannot be looked into",
      process.other_mounts ? ", it is in a container" : "",
      ": run taproot as root of the machine, as the JVM's own user inside of the container, or, "
      "if you are root in a container yourself, with the capability SYS_PTRACE"));
}

}  // namespace taproot
