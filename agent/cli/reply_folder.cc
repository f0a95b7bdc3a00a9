#include "cli/reply_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

constexpr const char* kPrefix = ".taproot-reply-";
constexpr const char* kSocket = "socket";
constexpr int kFolder = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int kBacklog = 4;
constexpr time_t kYoungSeconds = 60;  // whoever has made the folder may not listen yet

absl::Status Failed(std::string_view what) {
  return absl::UnavailableError(absl::StrCat(what, ": ", std::strerror(errno)));
}

// Short whatever the path of the folder is, and nobody can put another folder in its place.
std::string PathOf(const FileHandle& folder) {
  return absl::StrCat("/proc/self/fd/", folder.get());
}

sockaddr_un AddressIn(const FileHandle& folder) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", PathOf(folder).c_str(),
                kSocket);
  return address;
}

// Whether somebody has gone and left the folder behind.
bool IsLeft(const FileHandle& folder) {
  struct stat status = {};
  if (fstat(folder.get(), &status) != 0 || status.st_uid != geteuid() ||
      time(nullptr) - status.st_mtime < kYoungSeconds) {
    return false;
  }
  const FileHandle socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const sockaddr_un address = AddressIn(folder);
  if (connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    return false;
  }
  return errno == ECONNREFUSED || errno == ENOENT;
}

}  // namespace

ReplyFolder::ReplyFolder() : folder_(kPrefix, kSocket) {}

absl::Status ReplyFolder::Make(const JvmProcess& process, const TargetFiles& files,
                               const std::string& where) {
  if (absl::Status made = folder_.Make(files, where); !made.ok()) return made;
  if (const absl::Status listens = Listen(process); !listens.ok()) {
    Remove();
    return absl::UnavailableError(absl::StrCat(where, ": ", listens.message()));
  }
  path_in_target_ = folder_.path_in_target();
  return absl::OkStatus();
}

absl::Status ReplyFolder::Listen(const JvmProcess& process) {
  listener_ = FileHandle(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const sockaddr_un address = AddressIn(folder_.descriptor());
  if (!listener_.ok()) return Failed("no socket can be made");
  if (bind(listener_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return Failed("no socket can be made there");
  }
  // Where root may not take the part of the target's user, the target has to come to root's folder:
  // whoever else finds the way is turned away later.
  const bool is_of_target = geteuid() == process.uid;
  if (chmod(PathOf(folder_.descriptor()).c_str(), is_of_target ? 0700 : 0711) != 0 ||
      chmod(address.sun_path, is_of_target ? 0600 : 0666) != 0) {
    return Failed("the socket cannot be opened to the process");
  }
  // The other end sees whose socket this is by who calls this.
  if (listen(listener_.get(), kBacklog) != 0) return Failed("the socket does not listen");
  return absl::OkStatus();
}

void RemoveLeftFolders(const TargetFiles& files, const std::string& where) {
  FileHandle place = files.OpenFile(where, O_RDONLY | O_DIRECTORY);
  const int copy = place.ok() ? fcntl(place.get(), F_DUPFD_CLOEXEC, 0) : -1;
  DIR* const entries = copy < 0 ? nullptr : fdopendir(copy);
  if (entries == nullptr) {
    if (copy >= 0) close(copy);
    return;
  }
  while (const dirent* entry = readdir(entries)) {
    if (!std::string_view(entry->d_name).starts_with(kPrefix)) continue;
    const FileHandle folder(openat(place.get(), entry->d_name, kFolder));
    if (!folder.ok() || !IsLeft(folder)) continue;
    unlinkat(folder.get(), kSocket, 0);
    unlinkat(place.get(), entry->d_name, AT_REMOVEDIR);
  }
  closedir(entries);
}

}  // namespace taproot
