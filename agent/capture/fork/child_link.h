// How a forked child and its parent speak: messages over a pair of connected sockets.
//
// A message is a fixed header and so many bytes of text, sent as they are: both ends are the same
// program. Answers may have hundreds of megabytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace taproot {

// A descriptor of our own.
class Descriptor {
 public:
  explicit Descriptor(int descriptor = -1) : descriptor_(descriptor) {}
  Descriptor(Descriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Descriptor() { Close(); }

  int get() const { return descriptor_; }
  void Close();

 private:
  int descriptor_;
};

// Both close on exec, so that no other program the application starts holds them open.
struct Link {
  Descriptor parent;
  Descriptor child;
};
absl::StatusOr<Link> MakeLink();

struct Message {
  enum class Kind : uint32_t {
    kAnswer = 1,  // from the child: what ForkRequest::answer has returned
    kFailure,     // from the child: why it did not come to that
    kQuestion,    // from the child
    kReply,       // from the parent
  };

  Kind kind = Kind::kAnswer;
  absl::StatusCode code = absl::StatusCode::kOk;
  std::string text;  // the answer, or the words of an error

  absl::StatusOr<std::string> AsStatusOr() &&;
};

struct MessageHeader {
  uint32_t kind;
  int32_t code;
  uint64_t length;
};

// Waits until all of it is with the system. Unavailable if the other end is gone.
absl::Status Send(int socket, Message::Kind kind, const absl::StatusOr<std::string>& content);

// Takes messages apart as their bytes come.
class MessageReader {
 public:
  enum class State : uint8_t {
    kNothing,  // all that has come is read; no message is complete
    kMore,     // there may be more to read at once
    kMessage,  // message() is there; the next call begins another
    kEnd,      // the other end is closed, or speaks no sense
  };

  explicit MessageReader(int socket) : socket_(socket) {}

  // Reads what is there and waits for nothing, unless `wait`. At most so many bytes that whoever
  // calls can look after other things as well. Throws std::bad_alloc.
  State Read(bool wait = false);
  Message& message() { return message_; }

 private:
  bool TakeHeader();

  const int socket_;
  MessageHeader header_ = {};
  size_t header_bytes_ = 0;  // of it that have come
  Message message_;
  std::string buffer_;
};

}  // namespace taproot
