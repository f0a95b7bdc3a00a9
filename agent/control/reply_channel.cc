#include "control/reply_channel.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

using std::chrono::milliseconds;

// Of an error that is told to somebody who may not listen.
constexpr wire::Patience kShortPatience{.stall = milliseconds(1000), .whole = milliseconds(2000)};

// As which the ids of a user namespace are seen that this one does not know.
uid_t OverflowUid() {
  constexpr unsigned kDefault = 65534;
  std::FILE* const file = std::fopen("/proc/sys/kernel/overflowuid", "re");
  if (file == nullptr) return kDefault;
  unsigned uid = kDefault;
  if (std::fscanf(file, "%u", &uid) != 1) uid = kDefault;
  std::fclose(file);
  return uid;
}

absl::Status CheckPeer(const wire::Socket& socket, const std::string& path) {
  absl::StatusOr<wire::Peer> peer = wire::PeerOf(socket);
  if (!peer.ok()) return peer.status();
  const uid_t own = geteuid();
  if (peer->uid == 0 || peer->uid == own) return absl::OkStatus();
  const std::string belongs =
      peer->uid == OverflowUid() ? "to a user whom the user namespace of this process does not know"
                                 : absl::StrCat("to user ", peer->uid);
  return absl::PermissionDeniedError(absl::StrCat("the socket ", path, " belongs ", belongs,
                                                  ": only root and user ", own,
                                                  ", whose process this is, get answers"));
}

absl::Status ConnectError(const std::string& path, int error) {
  const std::string message =
      absl::StrCat("cannot connect to ", path, ": ",
                   error == EAGAIN ? "too many wait there already" : std::strerror(error));
  switch (error) {
    case EACCES:
    case EPERM:
      return absl::PermissionDeniedError(message);
    case ENOENT:
    case ECONNREFUSED:
    case ENOTDIR:
      return absl::NotFoundError(message);
    default:
      return absl::UnavailableError(message);
  }
}

// Standard input, output and error are not ours, even where the application has closed them.
absl::StatusOr<wire::Socket> MakeSocket() {
  wire::Socket socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (socket.valid() && socket.get() <= STDERR_FILENO) {
    socket = wire::Socket(fcntl(socket.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  }
  if (!socket.valid()) {
    return absl::ResourceExhaustedError(absl::StrCat("no socket: ", std::strerror(errno)));
  }
  return socket;
}

}  // namespace

absl::StatusOr<ReplyChannel> ReplyChannel::Connect(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return absl::InvalidArgumentError(absl::StrCat("the path of a socket is too long: ", path));
  }
  std::ranges::copy(path, address.sun_path);
  absl::StatusOr<wire::Socket> socket = MakeSocket();
  if (!socket.ok()) return socket.status();
  if (connect(socket->get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return ConnectError(path, errno);
  }
  if (absl::Status s = CheckPeer(*socket, path); !s.ok()) return s;
  ReplyChannel channel(*std::move(socket));
  channel.TrySend(wire::Hello{.pid = getpid()});
  return channel;
}

bool ReplyChannel::IsWanted() {
  char buffer[256];
  while (wanted_) {
    const absl::StatusOr<size_t> got =
        wire::Receive(socket_, buffer, sizeof buffer, milliseconds(0));
    if (!got.ok()) wanted_ = false;
    if (!got.ok() || *got == 0) break;
    decoder_.Add({buffer, *got});
    // Whoever asks has nothing else to say.
    const absl::StatusOr<std::optional<wire::Message>> message = decoder_.Next();
    if (!message.ok() || message->has_value()) wanted_ = false;
  }
  return wanted_;
}

void ReplyChannel::TrySend(const wire::Message& message) {
  if (unsent_.empty()) unsent_ = wire::Encode(message);
  while (!unsent_.empty()) {
    const ssize_t sent =
        send(socket_.get(), unsent_.data(), unsent_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return;
    unsent_.erase(0, static_cast<size_t>(sent));
  }
}

absl::StatusOr<bool> ReplyChannel::SendResults(std::string_view text,
                                               const wire::Patience& patience,
                                               absl::FunctionRef<bool()> stop) {
  while (!text.empty()) {
    if (!IsWanted()) return false;
    const std::string_view chunk = text.substr(0, wire::kResultChunk);
    const std::string bytes = wire::Encode(wire::Result{std::string(chunk)});
    if (absl::Status s = wire::SendAll(socket_, bytes, patience, stop); !s.ok()) return s;
    text.remove_prefix(chunk.size());
  }
  return true;
}

absl::Status ReplyChannel::SendNotes(const AnswerFacts& facts, const wire::Patience& patience,
                                     absl::FunctionRef<bool()> stop) {
  if (facts.unknown_patterns == 0) return absl::OkStatus();
  const wire::Note note{absl::StrCat("patterns to watch that name no class that is loaded: ",
                                     facts.unknown_patterns)};
  return wire::SendAll(socket_, wire::Encode(note), patience, stop);
}

absl::Status ReplyChannel::Finish(const absl::StatusOr<Answer>& answer,
                                  const wire::Patience& patience, absl::FunctionRef<bool()> stop) {
  absl::Status sent = wire::SendAll(socket_, std::exchange(unsent_, ""), patience, stop);
  if (!sent.ok()) return sent;
  wire::Done done{.status = answer.status()};
  if (answer.ok()) {
    if (absl::Status s = SendNotes(answer->facts, patience, stop); !s.ok()) return s;
    const absl::StatusOr<bool> all = SendResults(answer->text, patience, stop);
    if (!all.ok()) return all.status();
    done.leaks = answer->facts.leaks;
    if (!*all) done.status = absl::CancelledError("cancelled");
  }
  return wire::SendAll(socket_, wire::Encode(done), patience, stop);
}

void ReplyChannel::Refuse(const absl::Status& status) {
  static_cast<void>(Finish(status, kShortPatience, [] { return false; }));
}

}  // namespace taproot
