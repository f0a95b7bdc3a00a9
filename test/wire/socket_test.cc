#include "wire/socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "support/catch.h"

namespace taproot::wire {
namespace {

using std::chrono::milliseconds;

struct Pair {
  Pair() {
    int ends[2] = {-1, -1};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    one = Socket(ends[0]);
    other = Socket(ends[1]);
  }
  Socket one;
  Socket other;
};

bool Never() { return false; }

constexpr Patience kBrief{.stall = milliseconds(150), .whole = milliseconds(10'000)};
constexpr size_t kMoreThanFits = size_t{8} << 20;

TEST_CASE("What is sent arrives", "[wire]") {
  Pair pair;
  const std::string sent(kMoreThanFits, 's');
  std::thread sender([&] { CHECK(SendAll(pair.one, sent, {}, &Never).ok()); });
  std::string received;
  std::string buffer(100'000, '\0');
  while (received.size() < sent.size()) {
    const absl::StatusOr<size_t> got =
        Receive(pair.other, buffer.data(), buffer.size(), milliseconds(1000));
    REQUIRE(got.ok());
    received.append(buffer, 0, *got);
  }
  sender.join();
  CHECK(received == sent);
}

TEST_CASE("Nothing to read is no error", "[wire]") {
  Pair pair;
  char byte = 0;
  CHECK(Receive(pair.one, &byte, 1, milliseconds(0)).value() == 0);
  CHECK(Receive(pair.one, &byte, 1, milliseconds(20)).value() == 0);
}

TEST_CASE("Who has hung up is noticed, but what was said before is read", "[wire]") {
  Pair pair;
  REQUIRE(SendAll(pair.other, "bye", {}, &Never).ok());
  pair.other.Close();
  char bytes[8];
  CHECK(Receive(pair.one, bytes, sizeof bytes, milliseconds(0)).value() == 3);
  CHECK(absl::IsUnavailable(Receive(pair.one, bytes, sizeof bytes, milliseconds(0)).status()));
  // Without a signal that would end the process.
  CHECK(absl::IsUnavailable(SendAll(pair.one, "x", {}, &Never)));
}

TEST_CASE("Who takes nothing is given up", "[wire]") {
  Pair pair;
  const std::string bytes(kMoreThanFits, 's');
  CHECK(absl::IsDeadlineExceeded(SendAll(pair.one, bytes, kBrief, &Never)));
}

TEST_CASE("Who takes a little now and then is given up in the end", "[wire]") {
  Pair pair;
  std::atomic<bool> over{false};
  std::thread sipping([&] {
    std::string buffer(50'000, '\0');
    while (!over) {
      recv(pair.other.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
      std::this_thread::sleep_for(milliseconds(20));
    }
  });
  const Patience patience{.stall = milliseconds(5000), .whole = milliseconds(300)};
  const absl::Status status =
      SendAll(pair.one, std::string(10 * kMoreThanFits, 's'), patience, &Never);
  over = true;
  sipping.join();
  CHECK(absl::IsDeadlineExceeded(status));
  CHECK(status.message() == "the other end is too slow");
}

TEST_CASE("To send can be stopped", "[wire]") {
  Pair pair;
  CHECK(absl::IsCancelled(
      SendAll(pair.one, std::string(kMoreThanFits, 's'), {}, [] { return true; })));
}

TEST_CASE("Who is at the other end is known", "[wire]") {
  Pair pair;
  const absl::StatusOr<Peer> peer = PeerOf(pair.one);
  REQUIRE(peer.ok());
  CHECK(peer->pid == getpid());
  CHECK(peer->uid == geteuid());
  CHECK(peer->gid == getegid());
  CHECK_FALSE(PeerOf(Socket()).ok());
}

TEST_CASE("A socket is closed once", "[wire]") {
  Pair pair;
  const int number = pair.one.get();
  {
    const Socket moved = std::move(pair.one);
    CHECK_FALSE(pair.one.valid());
    CHECK(fcntl(number, F_GETFD) >= 0);
  }
  CHECK(fcntl(number, F_GETFD) < 0);
}

}  // namespace
}  // namespace taproot::wire
