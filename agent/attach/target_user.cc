#include "attach/target_user.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

namespace taproot {
namespace {

// The calls of the C library would change all threads.
bool SetUser(uid_t uid) { return syscall(SYS_setresuid, -1, uid, -1) == 0; }
bool SetGroup(gid_t gid) { return syscall(SYS_setresgid, -1, gid, -1) == 0; }
bool SetGroups(const std::vector<gid_t>& groups) {
  return syscall(SYS_setgroups, groups.size(), groups.data()) == 0;
}

std::vector<gid_t> OwnGroups() {
  const int count = getgroups(0, nullptr);
  std::vector<gid_t> groups(count > 0 ? static_cast<size_t>(count) : 0);
  const int got = getgroups(static_cast<int>(groups.size()), groups.data());
  groups.resize(got > 0 ? static_cast<size_t>(got) : 0);
  return groups;
}

}  // namespace

TargetUser::TargetUser(const JvmProcess& process) {
  if (geteuid() != 0 || (process.uid == 0 && process.gid == getegid())) return;
  gid_ = getegid();
  groups_ = OwnGroups();
  if (!SetGroups(process.groups)) return;
  changed_ = true;
  if (SetGroup(process.gid) && SetUser(process.uid)) return;
  SetGroup(gid_);
  SetGroups(groups_);
  changed_ = false;
}

TargetUser::~TargetUser() {
  // It was root's before, so root's it may become. To go on as somebody else would be worse than to
  // end.
  if (changed_ && !(SetUser(0) && SetGroup(gid_) && SetGroups(groups_))) std::abort();
}

}  // namespace taproot
