// What is said over HotSpot's attach socket: one request and one reply a connection, both text.
//
// Version 1, of all: "1", the command and three arguments, each ended by a zero byte, arguments of
// at most 1024 bytes. Version 2, from JDK 24 on: "2", the number of bytes that follow, the command
// and any arguments, 256 KiB at most. The reply is a number, a line end, and what the command has
// to say; its end is the end of the connection. A `load` that failed may have the number 0, so the
// text counts.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace taproot {

enum class ProtocolVersion : uint8_t { kOne = 1, kTwo = 2 };

inline constexpr size_t kLongestArgument = 1024;              // of version 1
inline constexpr size_t kLongestRequest = size_t{256} << 10;  // of version 2
inline constexpr size_t kLongestReply = size_t{1} << 20;

// InvalidArgument if it does not fit, or a word has a zero byte in it.
absl::StatusOr<std::string> EncodeRequest(ProtocolVersion version, std::string_view command,
                                          std::initializer_list<std::string_view> arguments);

struct VmReply {
  int code = 0;
  std::string text;  // without the number, and without blanks at its ends
};

// Unavailable for an empty reply: the VM has closed the connection without a word. InvalidArgument
// if it does not begin with a number.
absl::StatusOr<VmReply> ParseReply(std::string_view bytes);

// Of `getversion`; old VMs do not know it.
ProtocolVersion ReadVersion(const VmReply& reply);

// Of `load`: a VM that is only just starting does not do that yet, but soon will.
bool IsTooEarly(const VmReply& reply);

// Of `load`. Aborted if the agent's entry point has said no, FailedPrecondition if the VM loads no
// agents into a running process, Unavailable if it could not load this one: with the VM's words and
// what to do.
absl::Status ReadLoadReply(const VmReply& reply, std::string_view library);

}  // namespace taproot
