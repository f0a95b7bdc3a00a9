#include "cli/private_folder.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

constexpr int kFolder = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int kTries = 8;

absl::Status Failed(std::string_view what) {
  return absl::UnavailableError(absl::StrCat(what, ": ", std::strerror(errno)));
}

// Whoever may rename it may have put another in its place at once.
bool IsOurs(const FileHandle& folder) {
  struct stat status = {};
  return fstat(folder.get(), &status) == 0 && status.st_uid == geteuid() &&
         (status.st_mode & 07777 & ~S_ISGID) == 0700;
}

}  // namespace

PrivateFolder::PrivateFolder(const char* prefix, const char* entry)
    : prefix_(prefix), entry_(entry) {
  Remember();
}

PrivateFolder::~PrivateFolder() {
  Remove();
  Forget();
}

absl::Status PrivateFolder::Make(const TargetFiles& files, const std::string& where) {
  where_ = where;
  place_ = files.OpenFolder(where);
  if (!place_.ok()) return Failed(where);
  const absl::Status made = MakeUnderNewName();
  return made.ok() ? made : absl::UnavailableError(absl::StrCat(where, ": ", made.message()));
}

absl::Status PrivateFolder::MakeUnderNewName() {
  for (int i = 0; i < kTries; ++i) {
    uint64_t random = 0;
    if (getrandom(&random, sizeof random, 0) != sizeof random) return Failed("no random number");
    std::snprintf(name_, sizeof name_, "%s%016llx", prefix_,
                  static_cast<unsigned long long>(random));
    if (mkdirat(place_.get(), name_, 0700) == 0) {
      FileHandle folder(openat(place_.get(), name_, kFolder));
      if (!folder.ok()) return Failed("the folder just made is gone");
      if (!IsOurs(folder)) return absl::UnavailableError("another is there than was just made");
      folder_ = std::move(folder);
      return absl::OkStatus();
    }
    if (errno != EEXIST) break;
  }
  return Failed("no folder can be made there");
}

absl::Status PrivateFolder::GiveTo(const JvmProcess& process) {
  if (process.uid == geteuid()) return absl::OkStatus();
  if (fchownat(folder_.get(), "", process.uid, process.gid, AT_EMPTY_PATH) == 0) {
    return absl::OkStatus();
  }
  return Failed(
      absl::StrCat(where_, ": the folder cannot be given to the user of process ", process.pid));
}

std::string PrivateFolder::path_in_target() const {
  return absl::StrCat(where_, "/", name_, "/", entry_);
}

void PrivateFolder::Remove() noexcept {
  if (!folder_.ok() || removed_) return;
  unlinkat(folder_.get(), entry_, 0);
  unlinkat(place_.get(), name_, AT_REMOVEDIR);
  removed_ = true;  // only now: a signal may come between
}

}  // namespace taproot
