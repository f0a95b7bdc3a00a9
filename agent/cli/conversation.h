// The client's side of a request to a running JVM: a private socket that the target can reach, and
// the conversation over it.
//
//   auto listener = ReplyListener::Open(process);
//   ... load the agent with "leaks,...,reply=" + listener->path_in_target() ...
//   auto socket = listener->Accept(10s, &cancelled);
//   auto facts = Converse(*socket, process.pid, events, &cancelled);
//
// Nothing here writes to the terminal or installs a signal handler. Not thread-safe.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "attach/jvm_process.h"
#include "query/answer.h"
#include "wire/message.h"
#include "wire/socket.h"

namespace taproot {

class ReplyFolder;

// A socket in a folder of its own, in the target's /tmp or another place that both can reach.
class ReplyListener {
 public:
  // As the user whom the target runs as, if this process is root's. NotFound if it has ended,
  // PermissionDenied if it is somebody else's, FailedPrecondition if there is no folder that both
  // can reach.
  static absl::StatusOr<ReplyListener> Open(const JvmProcess& process);

  ReplyListener(ReplyListener&& other) noexcept;
  ReplyListener& operator=(ReplyListener&&) = delete;
  ~ReplyListener();

  // The value of reply=: has no comma, and is absolute.
  const std::string& path_in_target() const;

  // The connection of the target itself: others that connect are turned away. Folder and socket are
  // gone afterwards, whatever comes of it, and by RemoveUnfinished(). DeadlineExceeded if it does
  // not come in time, Unavailable if the process ends, Cancelled once `cancelled`, which may be
  // null, says so.
  absl::StatusOr<wire::Socket> Accept(std::chrono::milliseconds at_most,
                                      const std::atomic<bool>* cancelled);

 private:
  ReplyListener(pid_t pid, uid_t uid, std::unique_ptr<ReplyFolder> folder);
  // If somebody has connected who is the target.
  std::optional<wire::Socket> TakeConnection();

  pid_t pid_;
  uid_t uid_;
  std::unique_ptr<ReplyFolder> folder_;
};

// Each may be empty.
struct ConversationEvents {
  std::function<void(const wire::Progress&)> on_progress;  // a few times a second
  std::function<void(std::string_view)> on_note;
  // The next part of the answer. An error ends the work in the target, and is what comes of it all.
  std::function<absl::Status(std::string_view)> on_result;
};

struct ConversationPatience {
  // A target that is alive says something a few times a second.
  std::chrono::milliseconds silence{60'000};
  // After the wish to cancel: then the connection is cut, which has the same effect.
  std::chrono::milliseconds goodbye{5'000};
};

// Until the target is done, with all parts of its answer. Once `cancelled`, which may be null, says
// so, the target is told to end its work. It is looked at ten times a second, so a signal handler
// may set it.
//
// The error that the target reports, with its code; Cancelled; DeadlineExceeded if it is silent for
// too long; Unavailable if it ended meanwhile; FailedPrecondition if it speaks another version of
// the protocol; DataLoss if it makes no sense; what on_result reports.
absl::StatusOr<AnswerFacts> Converse(const wire::Socket& socket, pid_t pid,
                                     const ConversationEvents& events,
                                     const std::atomic<bool>* cancelled,
                                     const ConversationPatience& patience = {});

}  // namespace taproot
