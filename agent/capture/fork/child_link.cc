#include "capture/fork/child_link.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

constexpr size_t kBuffer = size_t{256} << 10;
constexpr size_t kMostAtOnce = size_t{16} << 20;  // of one Read()
constexpr size_t kMostReserved = size_t{64} << 20;

absl::Status SendAll(int socket, const void* data, size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t sent = send(socket, at, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) {
      return absl::UnavailableError(
          absl::StrCat("the other process is gone: ", std::strerror(errno)));
    }
    at += sent;
    size -= static_cast<size_t>(sent);
  }
  return absl::OkStatus();
}

// Standard input, output and error are not ours, even where the application has closed them.
int AboveStandard(int descriptor) {
  if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(descriptor);
  return moved;
}

}  // namespace

void Descriptor::Close() {
  if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
}

absl::StatusOr<Link> MakeLink() {
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return absl::UnavailableError(
        absl::StrCat("no connection to a child process: ", std::strerror(errno)));
  }
  Link link{Descriptor(AboveStandard(ends[0])), Descriptor(AboveStandard(ends[1]))};
  if (link.parent.get() < 0 || link.child.get() < 0) {
    return absl::UnavailableError("no descriptor left for a connection to a child process");
  }
  return link;
}

absl::StatusOr<std::string> Message::AsStatusOr() && {
  if (code == absl::StatusCode::kOk) return std::move(text);
  return absl::Status(code, text);
}

absl::Status Send(int socket, Message::Kind kind, const absl::StatusOr<std::string>& content) {
  const std::string_view text = content.ok() ? *content : content.status().message();
  const MessageHeader header = {static_cast<uint32_t>(kind),
                                static_cast<int32_t>(content.status().code()), text.size()};
  if (absl::Status s = SendAll(socket, &header, sizeof header); !s.ok()) return s;
  return SendAll(socket, text.data(), text.size());
}

MessageReader::State MessageReader::Read(bool wait) {
  buffer_.resize(kBuffer);
  for (size_t taken = 0; taken < kMostAtOnce;) {
    const bool in_header = header_bytes_ < sizeof header_;
    char* const to = in_header ? reinterpret_cast<char*>(&header_) + header_bytes_ : buffer_.data();
    const size_t wanted = in_header
                              ? sizeof header_ - header_bytes_
                              : std::min<uint64_t>(kBuffer, header_.length - message_.text.size());
    const ssize_t got = recv(socket_, to, wanted, wait ? 0 : MSG_DONTWAIT);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return State::kNothing;
    if (got <= 0) return State::kEnd;
    taken += static_cast<size_t>(got);
    if (in_header) {
      header_bytes_ += static_cast<size_t>(got);
      if (header_bytes_ == sizeof header_ && !TakeHeader()) return State::kEnd;
    } else {
      message_.text.append(to, static_cast<size_t>(got));
    }
    if (header_bytes_ == sizeof header_ && message_.text.size() == header_.length) {
      header_bytes_ = 0;
      return State::kMessage;
    }
  }
  return State::kMore;
}

// The length is the word of a process that may have gone wrong: room is made as the text comes.
bool MessageReader::TakeHeader() {
  if (header_.kind < static_cast<uint32_t>(Message::Kind::kAnswer) ||
      header_.kind > static_cast<uint32_t>(Message::Kind::kReply) || header_.code < 0 ||
      header_.code > static_cast<int32_t>(absl::StatusCode::kUnauthenticated)) {
    return false;
  }
  message_.kind = static_cast<Message::Kind>(header_.kind);
  message_.code = static_cast<absl::StatusCode>(header_.code);
  message_.text.clear();
  message_.text.reserve(std::min<uint64_t>(header_.length, kMostReserved));
  return true;
}

}  // namespace taproot
