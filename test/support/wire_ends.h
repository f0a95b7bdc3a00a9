// Two connected sockets, and all that comes out of one of them.
#pragma once

#include <sys/socket.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "wire/decoder.h"
#include "wire/message.h"
#include "wire/socket.h"

namespace taproot::test {

struct WireEnds {
  WireEnds() {
    int ends[2] = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
      throw std::runtime_error("no pair of sockets");
    }
    agent = wire::Socket(ends[0]);
    client = wire::Socket(ends[1]);
  }
  wire::Socket agent;
  wire::Socket client;
};

inline void Say(const wire::Socket& socket, std::string_view bytes) {
  const wire::Patience patience{.stall = std::chrono::seconds(10),
                                .whole = std::chrono::seconds(20)};
  const absl::Status sent = wire::SendAll(socket, bytes, patience, [] { return false; });
  if (!sent.ok()) throw std::runtime_error(std::string(sent.message()));
}
inline void Say(const wire::Socket& socket, const wire::Message& message) {
  Say(socket, wire::Encode(message));
}

// The messages of who speaks at the other end. Gives up after a while.
class Listener {
 public:
  explicit Listener(const wire::Socket& socket) : socket_(socket) {}

  // Until the other end hangs up.
  std::vector<wire::Message> All() {
    while (Read()) continue;
    return std::exchange(messages_, {});
  }
  // Until one of this kind has come.
  template <typename Kind>
  Kind Next() {
    while (true) {
      for (size_t i = 0; i < messages_.size(); ++i) {
        if (!std::holds_alternative<Kind>(messages_[i])) continue;
        Kind found = std::get<Kind>(messages_[i]);
        messages_.erase(messages_.begin(), messages_.begin() + static_cast<ptrdiff_t>(i) + 1);
        return found;
      }
      if (!Read()) throw std::runtime_error("the other end has hung up");
    }
  }

 private:
  bool Read() {
    char buffer[4096];
    const absl::StatusOr<size_t> got =
        wire::Receive(socket_, buffer, sizeof buffer, std::chrono::seconds(10));
    if (!got.ok()) return false;
    if (*got == 0) throw std::runtime_error("the other end is silent");
    decoder_.Add({buffer, *got});
    while (std::optional<wire::Message> message = decoder_.Next().value()) {
      messages_.push_back(*std::move(message));
    }
    return true;
  }

  const wire::Socket& socket_;
  wire::Decoder decoder_;
  std::vector<wire::Message> messages_;
};

}  // namespace taproot::test
