// What the agent in a JVM and the one who asks it say to each other over a stream socket, and how
// it is written down.
//
// A message is a header of 8 bytes, its type and the length of the rest, and the rest. All numbers
// are little endian. The agent says Hello first, then Progress and Note as it likes, the answer as
// Results in order, and Done at last. Who asks may say Cancel at any time; to hang up means the
// same. Hello stays as it is in every version, so that two that do not understand each other can
// say so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "absl/status/status.h"

namespace taproot::wire {

inline constexpr uint32_t kVersion = 1;
inline constexpr size_t kHeaderBytes = 8;
inline constexpr size_t kMaxPayload = size_t{1} << 20;
inline constexpr size_t kMaxText = size_t{64} << 10;  // of a phase, a note, an error: cut there
inline constexpr size_t kResultChunk = size_t{256} << 10;

struct Hello {
  uint32_t version = kVersion;
  int64_t pid = 0;  // as the process knows itself

  friend bool operator==(const Hello&, const Hello&) = default;
};

struct Progress {
  std::string phase;    // in words; never empty
  double fraction = 0;  // of the phase, 0 to 1
  int64_t running_ms = 0;
  std::optional<int64_t> remaining_ms;  // of the phase, where it can be estimated

  friend bool operator==(const Progress&, const Progress&) = default;
};

// A line that concerns who asked, beside the answer.
struct Note {
  std::string text;

  friend bool operator==(const Note&, const Note&) = default;
};

struct Result {
  std::string bytes;  // the next part of the answer

  friend bool operator==(const Result&, const Result&) = default;
};

struct Done {
  absl::Status status;  // why there is no answer
  uint64_t leaks = 0;

  friend bool operator==(const Done&, const Done&) = default;
};

struct Cancel {
  friend bool operator==(const Cancel&, const Cancel&) = default;
};

using Message = std::variant<Hello, Progress, Note, Result, Done, Cancel>;

// The message with its header. What is longer than it may be is cut. Throws std::bad_alloc.
std::string Encode(const Message& message);

}  // namespace taproot::wire
