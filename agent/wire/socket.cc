#include "wire/socket.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace taproot::wire {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kBetweenLooks{100};

absl::Status HungUp() { return absl::UnavailableError("the other end has hung up"); }

// False if nothing happens on the socket in this time.
bool Await(const Socket& socket, short events, milliseconds at_most) {
  pollfd watched = {socket.get(), events, 0};
  const auto milli = std::clamp<int64_t>(at_most.count(), 0, 3'600'000);
  return poll(&watched, 1, static_cast<int>(milli)) > 0;
}

}  // namespace

void Socket::Close() {
  if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
}

absl::StatusOr<Peer> PeerOf(const Socket& socket) {
  ucred credentials = {};
  socklen_t length = sizeof credentials;
  if (getsockopt(socket.get(), SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) {
    return absl::UnavailableError(
        absl::StrCat("who is at the other end cannot be told: ", std::strerror(errno)));
  }
  return Peer{.pid = credentials.pid, .uid = credentials.uid, .gid = credentials.gid};
}

absl::Status SendAll(const Socket& socket, std::string_view bytes, const Patience& patience,
                     absl::FunctionRef<bool()> stop) {
  const Clock::time_point begin = Clock::now();
  Clock::time_point moved = begin;
  while (!bytes.empty()) {
    const ssize_t sent =
        send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    const Clock::time_point now = Clock::now();
    if (sent > 0) {
      bytes.remove_prefix(static_cast<size_t>(sent));
      moved = now;
    } else if (sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
      return HungUp();
    } else {
      if (stop()) return absl::CancelledError("cancelled");
      if (now - moved >= patience.stall) {
        return absl::DeadlineExceededError("the other end takes nothing");
      }
      Await(socket, POLLOUT, kBetweenLooks);
    }
    if (!bytes.empty() && now - begin >= patience.whole) {
      return absl::DeadlineExceededError("the other end is too slow");
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<size_t> Receive(const Socket& socket, char* to, size_t at_most, milliseconds wait) {
  if (!Await(socket, POLLIN, wait)) return 0;
  const ssize_t got = recv(socket.get(), to, at_most, MSG_DONTWAIT);
  if (got > 0) return static_cast<size_t>(got);
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return 0;
  return HungUp();
}

}  // namespace taproot::wire
