#include "attach/vm_socket.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "attach/attach_error.h"
#include "attach/process_files.h"
#include "attach/trigger.h"
#include "attach/vm_start.h"

namespace taproot {
namespace {

// How long a JVM may take, after its start, until it handles SIGQUIT.
constexpr std::chrono::seconds kLongestStart{5};

absl::Status NoConnection(const JvmProcess& process, int error) {
  const std::string message = absl::StrCat("cannot connect to the attach socket of ",
                                           Named(process), ": ", std::strerror(error));
  if (error == EACCES || error == EPERM) {
    return absl::PermissionDeniedError(
        absl::StrCat(message, "; run taproot as the user of the JVM, or as root"));
  }
  return absl::UnavailableError(message + "; try again");
}

absl::Status NoAnswer(const JvmProcess& process, std::chrono::milliseconds timeout) {
  return absl::DeadlineExceededError(absl::StrCat(
      Named(process), " has not answered within ", timeout.count() / 1000,
      " s: it is busy with another attach request, cannot come to a safepoint, or gets no "
      "processor time; try again, or look what it does by `kill -QUIT ",
      process.pid, "`"));
}

absl::Status NoSocket(const JvmProcess& process, std::chrono::milliseconds timeout) {
  return absl::DeadlineExceededError(absl::StrCat(
      Named(process), " has not opened its attach socket within ", timeout.count() / 1000,
      " s: it was started with -XX:+DisableAttachMechanism, is in a long pause, or is frozen by "
      "its container; try again, or restart it with -agentpath:"));
}

// Nobody listens there, or not yet.
absl::Status Absent(const JvmProcess& process) {
  return absl::OutOfRangeError(
      absl::StrCat("the attach socket of ", Named(process), " is gone: try again"));
}

absl::Status Send(const JvmProcess& process, const FileHandle& connection, std::string_view bytes,
                  const Patience& patience) {
  while (!bytes.empty()) {
    const ssize_t sent = send(connection.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<size_t>(sent));
    } else if (errno == EPIPE || errno == ECONNRESET) {
      break;  // it has something to say about that, or nothing at all: the reply tells
    } else if (errno == EAGAIN) {
      if (absl::Status s = patience.Await(connection.get(), POLLOUT); !s.ok()) return s;
    } else if (errno != EINTR) {
      return NoConnection(process, errno);
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> Receive(const JvmProcess& process, const FileHandle& connection,
                                    const Patience& patience) {
  std::string reply;
  while (reply.size() < kLongestReply) {
    char bytes[4096];
    const ssize_t got = recv(connection.get(), bytes, sizeof bytes, 0);
    if (got > 0) {
      reply.append(bytes, static_cast<size_t>(got));
    } else if (got == 0 || errno == ECONNRESET) {
      return reply;
    } else if (errno == EAGAIN) {
      if (absl::Status s = patience.Await(connection.get(), POLLIN); !s.ok()) return s;
    } else if (errno != EINTR) {
      return NoConnection(process, errno);
    }
  }
  return reply;
}

}  // namespace

absl::Status VmSocket::CheckSocketFile() const {
  struct stat status = {};
  if (fstatat(folder_.get(), name_.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return Absent(process_);
  }
  const bool foreign = status.st_uid != process_.uid && status.st_uid != 0;
  if (!S_ISSOCK(status.st_mode) || foreign || (status.st_mode & 066) != 0) {
    return absl::PermissionDeniedError(
        absl::StrCat("/tmp/", name_, ", where the attach socket of ", Named(process_),
                     " should be, is not its own: remove it, and try again"));
  }
  return absl::OkStatus();
}

absl::Status VmSocket::CheckPeer(const FileHandle& connection) const {
  ucred peer = {};
  socklen_t length = sizeof peer;
  if (getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) {
    return NoConnection(process_, errno);
  }
  // 0 for a process that has no pid here.
  if (peer.pid == process_.pid || peer.pid == 0) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrCat("at /tmp/", name_, " listens process ", peer.pid, " and not ", Named(process_),
                   ": the two see different files under the same names; run taproot as root, or "
                   "inside of the container"));
}

absl::StatusOr<FileHandle> VmSocket::Connect(const Patience& patience) const {
  if (absl::Status s = CheckSocketFile(); !s.ok()) return s;
  sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = {}};
  const std::string path = absl::StrCat("/proc/self/fd/", folder_.get(), "/", name_);
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  FileHandle connection(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!connection.ok()) return NoConnection(process_, errno);
  Patience pauses = patience;
  while (connect(connection.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) !=
         0) {
    if (errno == ECONNREFUSED || errno == ENOENT) return Absent(process_);
    if (errno != EAGAIN && errno != EINTR) return NoConnection(process_, errno);
    // Others stand in the queue.
    if (pauses.over()) return absl::DeadlineExceededError("");
    if (absl::Status s = pauses.WaitAMoment(); !s.ok()) return s;
  }
  if (absl::Status s = CheckPeer(connection); !s.ok()) return s;
  return connection;
}

absl::Status VmSocket::AwaitSignalHandler(Patience& patience) const {
  while (!patience.over()) {
    const std::optional<ProcessStatus> status = ReadProcessStatus(process_.pid, options_.proc);
    if (status && status->catches_quit) break;
    if (absl::Status s = patience.WaitAMoment(); !s.ok()) return s;
  }
  return absl::OkStatus();
}

absl::Status VmSocket::Wake(Patience& patience) const {
  const auto start = std::min<std::chrono::milliseconds>(kLongestStart, options_.open_timeout);
  Patience starting(process_, start, options_.cancelled, options_.proc);
  if (absl::Status s = AwaitSignalHandler(starting); !s.ok()) return s;
  const absl::StatusOr<TriggerFile> trigger = TriggerFile::Create(process_, files_);
  if (!trigger.ok()) return trigger.status();
  if (absl::Status s = SendQuit(process_, options_.proc); !s.ok()) return s;
  bool again = true;
  while (true) {
    const absl::Status reached = Connect(patience).status();
    if (!absl::IsOutOfRange(reached)) return reached;
    if (patience.over()) return NoSocket(process_, options_.open_timeout);
    if (absl::Status s = patience.WaitAMoment(); !s.ok()) return s;
    if (!again || !patience.half_over()) continue;
    again = false;
    if (absl::Status s = SendQuit(process_, options_.proc); !s.ok()) return s;
  }
}

absl::Status VmSocket::Open() {
  if (absl::Status s = patience().Check(); !s.ok()) return s;
  if (absl::Status s = AwaitStart(process_, patience(), options_.proc); !s.ok()) return s;
  Patience patience = this->patience();  // all of it for the socket, however long the start took
  folder_ = files_.OpenFolder("/tmp");
  name_ = absl::StrCat(".java_pid", process_.namespace_pid);
  if (!folder_.ok()) return NoRightsThere(process_);
  const absl::Status reached = Connect(patience).status();
  if (absl::IsDeadlineExceeded(reached)) return NoAnswer(process_, options_.open_timeout);
  if (!absl::IsOutOfRange(reached)) return reached;
  return Wake(patience);
}

absl::StatusOr<std::string> VmSocket::Exchange(std::string_view request,
                                               const Patience& patience) const {
  absl::StatusOr<FileHandle> connection = Connect(patience);
  if (!connection.ok()) return connection.status();
  if (absl::Status s = Send(process_, *connection, request, patience); !s.ok()) return s;
  return Receive(process_, *connection, patience);
}

absl::StatusOr<VmReply> VmSocket::Ask(std::string_view request) {
  const Patience patience(process_, options_.answer_timeout, options_.cancelled, options_.proc);
  const absl::StatusOr<std::string> bytes = Exchange(request, patience);
  if (absl::IsDeadlineExceeded(bytes.status())) return NoAnswer(process_, options_.answer_timeout);
  if (absl::IsOutOfRange(bytes.status())) {
    return absl::UnavailableError(bytes.status().message());
  }
  if (!bytes.ok()) return bytes.status();
  return ParseReply(*bytes);
}

}  // namespace taproot
