// A connected stream socket that never blocks for ever. Not thread-safe, but one thread may send
// while another receives.
#pragma once

#include <sys/socket.h>
#include <sys/types.h>

#include <chrono>
#include <string_view>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace taproot::wire {

// A descriptor of our own; closed at the end.
class Socket {
 public:
  explicit Socket(int descriptor = -1) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Socket() { Close(); }

  int get() const { return descriptor_; }
  bool valid() const { return descriptor_ >= 0; }
  void Close();

 private:
  int descriptor_;
};

// Who is at the other end: its ids as this process sees them, 0 or the overflow id if they are
// those of a namespace that this process does not know.
struct Peer {
  pid_t pid = 0;
  uid_t uid = 0;
  gid_t gid = 0;
};
absl::StatusOr<Peer> PeerOf(const Socket& socket);

// How long to wait for the other end.
struct Patience {
  std::chrono::milliseconds stall{30'000};   // without a single byte
  std::chrono::milliseconds whole{600'000};  // for everything
};

// Sends all of it. Unavailable if the other end has hung up, DeadlineExceeded if it takes nothing
// for too long, Cancelled once `stop` says so: that is asked ten times a second while nothing
// moves.
absl::Status SendAll(const Socket& socket, std::string_view bytes, const Patience& patience,
                     absl::FunctionRef<bool()> stop);

// What has come, at most `at_most` bytes into `to`; waits for the first of them for `wait`. 0 if
// nothing came. Unavailable if the other end has hung up and all has been read.
absl::StatusOr<size_t> Receive(const Socket& socket, char* to, size_t at_most,
                               std::chrono::milliseconds wait);

}  // namespace taproot::wire
