// The agent's end of the socket on which somebody outside of the JVM awaits an answer.
//
// One thread at a time sends. Nothing here waits for ever: who takes nothing is given up.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "query/answer.h"
#include "wire/decoder.h"
#include "wire/message.h"
#include "wire/socket.h"

namespace taproot {

class ReplyChannel {
 public:
  // Connects to the socket that the command names, and greets. NotFound if nobody listens there,
  // PermissionDenied if it may not be reached, or whoever listens is neither root nor the user
  // whose process this is.
  static absl::StatusOr<ReplyChannel> Connect(const std::string& path);
  // For a socket that is connected already.
  explicit ReplyChannel(wire::Socket socket) : socket_(std::move(socket)) {}

  int descriptor() const { return socket_.get(); }

  // Whether the answer is still wanted: not after a wish to cancel, a hang-up, or what makes no
  // sense. Reads what has come, and waits for nothing.
  bool IsWanted();

  // What cannot be sent at once is left out.
  void TrySend(const wire::Message& message);

  // The answer, or why there is none. Gives up once `stop` says so.
  absl::Status Finish(const absl::StatusOr<Answer>& answer, const wire::Patience& patience,
                      absl::FunctionRef<bool()> stop);

  // Says so as far as that can be done in a moment.
  void Refuse(const absl::Status& status);

 private:
  absl::Status SendNotes(const AnswerFacts& facts, const wire::Patience& patience,
                         absl::FunctionRef<bool()> stop);
  // False if the rest is not wanted any more.
  absl::StatusOr<bool> SendResults(std::string_view text, const wire::Patience& patience,
                                   absl::FunctionRef<bool()> stop);

  wire::Socket socket_;
  wire::Decoder decoder_;
  bool wanted_ = true;
  std::string unsent_;  // of a message that was begun
};

}  // namespace taproot
