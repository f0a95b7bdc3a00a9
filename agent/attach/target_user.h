// Taking the part of the user that a JVM runs as, for HotSpot listens to that one (or to root, if
// it knows who root is, which it does not in a user namespace of its own).
#pragma once

#include <sys/types.h>

#include <vector>

#include "attach/jvm_process.h"

namespace taproot {

// While it lives the calling thread, if it is root's, has the effective user, group and groups of
// the process; files that it makes are those of that user. Other threads stay who they are. Where
// root may not do that, as in some containers, nothing changes.
class TargetUser {
 public:
  explicit TargetUser(const JvmProcess& process);
  TargetUser(const TargetUser&) = delete;
  TargetUser& operator=(const TargetUser&) = delete;
  ~TargetUser();

 private:
  bool changed_ = false;
  gid_t gid_ = 0;
  std::vector<gid_t> groups_;
};

}  // namespace taproot
