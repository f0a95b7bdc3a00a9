#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "attach/process_files.h"
#include "attach/target_files.h"
#include "attach/target_user.h"
#include "cli/conversation.h"
#include "cli/reply_folder.h"

namespace taproot {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kBetweenLooks{100};

absl::Status Ended(pid_t pid) {
  return absl::UnavailableError(absl::StrCat("process ", pid, " has ended meanwhile"));
}

}  // namespace

ReplyListener::ReplyListener(pid_t pid, uid_t uid, std::unique_ptr<ReplyFolder> folder)
    : pid_(pid), uid_(uid), folder_(std::move(folder)) {}

ReplyListener::ReplyListener(ReplyListener&& other) noexcept = default;

ReplyListener::~ReplyListener() = default;

absl::StatusOr<ReplyListener> ReplyListener::Open(const JvmProcess& process) {
  const absl::StatusOr<TargetFiles> files = TargetFiles::Open(process);
  if (!files.ok()) return files.status();
  const TargetUser user(process);
  std::vector<std::string> reasons;
  for (const char* place : kPlacesForAll) {
    RemoveLeftFolders(*files, place);
    ReplyListener listener(process.pid, process.uid, std::make_unique<ReplyFolder>());
    const absl::Status made = listener.folder_->Make(process, *files, place);
    if (made.ok()) return listener;
    reasons.emplace_back(made.message());
  }
  return absl::FailedPreconditionError(absl::StrCat(
      "there is no folder in which process ", process.pid,
      " could be met; one of these must be writable there: ", absl::StrJoin(reasons, "; ")));
}

const std::string& ReplyListener::path_in_target() const { return folder_->path_in_target(); }

std::optional<wire::Socket> ReplyListener::TakeConnection() {
  wire::Socket socket(accept4(folder_->listener(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!socket.valid()) return std::nullopt;
  const absl::StatusOr<wire::Peer> peer = wire::PeerOf(socket);
  if (!peer.ok() || peer->pid != pid_ || peer->uid != uid_) return std::nullopt;
  return socket;
}

absl::StatusOr<wire::Socket> ReplyListener::Accept(milliseconds at_most,
                                                   const std::atomic<bool>* cancelled) {
  const Clock::time_point deadline = Clock::now() + at_most;
  const FileHandle end = OpenPidfd(pid_);
  absl::Status failed;
  while (failed.ok()) {
    pollfd watched[] = {{folder_->listener(), POLLIN, 0}, {end.get(), POLLIN, 0}};
    poll(watched, std::size(watched), static_cast<int>(kBetweenLooks.count()));
    if (std::optional<wire::Socket> socket = TakeConnection()) {
      folder_->Remove();
      return *std::move(socket);
    }
    if (cancelled != nullptr && *cancelled) {
      failed = absl::CancelledError("cancelled");
    } else if (watched[1].revents != 0 || (kill(pid_, 0) != 0 && errno == ESRCH)) {
      failed = Ended(pid_);
    } else if (Clock::now() >= deadline) {
      failed = absl::DeadlineExceededError(
          absl::StrCat("process ", pid_, " has loaded the agent, but it has not called back"));
    }
  }
  folder_->Remove();
  return failed;
}

}  // namespace taproot
