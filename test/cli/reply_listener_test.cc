#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>

#include "cli/conversation.h"
#include "files/unfinished.h"
#include "support/catch.h"

namespace taproot {
namespace {

using std::chrono::milliseconds;

wire::Socket ConnectTo(const std::string& path) {
  wire::Socket socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::ranges::copy(path, address.sun_path);
  if (connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return wire::Socket();
  }
  return socket;
}

std::string FolderOf(const std::string& path) {
  return std::filesystem::path(path).parent_path().string();
}

JvmProcess ProcessOf(pid_t pid, uid_t uid = geteuid(), gid_t gid = getegid()) {
  return {.pid = pid, .namespace_pid = pid, .uid = uid, .gid = gid, .main_class = "Main"};
}

// A process that stands for the JVM: does as it is told and waits for its end.
class Target {
 public:
  explicit Target(std::function<void()> work = [] {}) : pid_(fork()) {
    if (pid_ != 0) return;
    work();
    while (true) pause();
  }
  ~Target() { End(); }
  void End() {
    if (pid_ < 0) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

// Connects to the path that comes over the pipe.
class CallingTarget {
 public:
  CallingTarget() : pipe_(MakePipe()), target_([this] { CallBack(); }) {}
  ~CallingTarget() {
    close(pipe_[0]);
    close(pipe_[1]);
  }
  void Call(const std::string& path) {
    REQUIRE(write(pipe_[1], path.c_str(), path.size() + 1) > 0);
  }
  pid_t pid() const { return target_.pid(); }

 private:
  static std::array<int, 2> MakePipe() {
    std::array<int, 2> ends = {-1, -1};
    REQUIRE(pipe(ends.data()) == 0);
    return ends;
  }
  void CallBack() {
    char path[128] = {};
    if (read(pipe_[0], path, sizeof path - 1) <= 0) _exit(1);
    static wire::Socket socket;  // kept open
    socket = ConnectTo(path);
  }

  std::array<int, 2> pipe_;
  Target target_;
};

TEST_CASE("The target calls back, and nothing is left", "[cli][reply]") {
  CallingTarget target;
  absl::StatusOr<ReplyListener> listener = ReplyListener::Open(ProcessOf(target.pid()));
  REQUIRE(listener.ok());
  const std::string path = listener->path_in_target();
  CHECK(path.starts_with("/tmp/.taproot-reply-"));
  CHECK(path.size() < sizeof sockaddr_un::sun_path);
  struct stat status = {};
  REQUIRE(stat(FolderOf(path).c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0700);
  REQUIRE(stat(path.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  target.Call(path);
  const absl::StatusOr<wire::Socket> socket = listener->Accept(milliseconds(10'000), nullptr);
  REQUIRE(socket.ok());
  CHECK(wire::PeerOf(*socket)->pid == target.pid());
  CHECK_FALSE(std::filesystem::exists(FolderOf(path)));
}

TEST_CASE("Others that connect are turned away", "[cli][reply]") {
  CallingTarget target;
  absl::StatusOr<ReplyListener> listener = ReplyListener::Open(ProcessOf(target.pid()));
  REQUIRE(listener.ok());
  const wire::Socket stranger = ConnectTo(listener->path_in_target());
  REQUIRE(stranger.valid());
  target.Call(listener->path_in_target());
  const absl::StatusOr<wire::Socket> socket = listener->Accept(milliseconds(10'000), nullptr);
  REQUIRE(socket.ok());
  CHECK(wire::PeerOf(*socket)->pid == target.pid());
  char byte = 0;
  CHECK(recv(stranger.get(), &byte, 1, 0) == 0);
}

TEST_CASE("A target that does not call back is given up, with the reason", "[cli][reply]") {
  Target target;
  for (const char* reason : {"time", "cancelled", "ended"}) {
    INFO(reason);
    absl::StatusOr<ReplyListener> listener = ReplyListener::Open(ProcessOf(target.pid()));
    REQUIRE(listener.ok());
    const std::string folder = FolderOf(listener->path_in_target());
    const bool by_time = std::strcmp(reason, "time") == 0;
    std::atomic<bool> cancelled{std::strcmp(reason, "cancelled") == 0};
    if (std::strcmp(reason, "ended") == 0) target.End();
    const absl::Status status =
        listener->Accept(milliseconds(by_time ? 150 : 10'000), &cancelled).status();
    CHECK(status.code() == (by_time     ? absl::StatusCode::kDeadlineExceeded
                            : cancelled ? absl::StatusCode::kCancelled
                                        : absl::StatusCode::kUnavailable));
    CHECK_FALSE(std::filesystem::exists(folder));
  }
}

TEST_CASE("A listener that nobody comes to is removed with its owner", "[cli][reply]") {
  Target target;
  std::string folder;
  {
    absl::StatusOr<ReplyListener> listener = ReplyListener::Open(ProcessOf(target.pid()));
    REQUIRE(listener.ok());
    const ReplyListener moved = *std::move(listener);
    folder = FolderOf(moved.path_in_target());
    CHECK(std::filesystem::exists(folder));
  }
  CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("A signal handler can remove what is open", "[cli][reply]") {
  Target target;
  absl::StatusOr<ReplyListener> one = ReplyListener::Open(ProcessOf(target.pid()));
  absl::StatusOr<ReplyListener> other = ReplyListener::Open(ProcessOf(target.pid()));
  REQUIRE(one.ok());
  REQUIRE(other.ok());
  RemoveUnfinished();
  CHECK_FALSE(std::filesystem::exists(FolderOf(one->path_in_target())));
  CHECK_FALSE(std::filesystem::exists(FolderOf(other->path_in_target())));
}

TEST_CASE("What others have left is removed once it is old, and what is in use is not",
          "[cli][reply]") {
  Target target;
  const auto age = [](const std::string& folder) {
    const timespec hour_ago[] = {{.tv_sec = time(nullptr) - 3600, .tv_nsec = 0},
                                 {.tv_sec = time(nullptr) - 3600, .tv_nsec = 0}};
    REQUIRE(utimensat(AT_FDCWD, folder.c_str(), hour_ago, 0) == 0);
  };
  const std::string young = "/tmp/.taproot-reply-young" + std::to_string(getpid());
  const std::string old = "/tmp/.taproot-reply-old" + std::to_string(getpid());
  std::filesystem::create_directory(young);
  std::filesystem::create_directory(old);
  age(old);
  absl::StatusOr<ReplyListener> in_use = ReplyListener::Open(ProcessOf(target.pid()));
  REQUIRE(in_use.ok());
  age(FolderOf(in_use->path_in_target()));
  absl::StatusOr<ReplyListener> next = ReplyListener::Open(ProcessOf(target.pid()));
  REQUIRE(next.ok());
  CHECK_FALSE(std::filesystem::exists(old));
  CHECK(std::filesystem::exists(young));
  CHECK(std::filesystem::exists(in_use->path_in_target()));
  std::filesystem::remove(young);
}

TEST_CASE("A target that has ended is not met", "[cli][reply]") {
  Target target;
  const pid_t pid = target.pid();
  target.End();
  CHECK(absl::IsNotFound(ReplyListener::Open(ProcessOf(pid)).status()));
}

TEST_CASE("Root meets another user's process as that user", "[cli][reply]") {
  if (geteuid() != 0) return;
  constexpr uid_t kSomebody = 65533;
  Target target([] {
    if (setresgid(kSomebody, kSomebody, kSomebody) != 0) _exit(1);
    if (setresuid(kSomebody, kSomebody, kSomebody) != 0) _exit(1);
  });
  while (true) {
    struct stat status = {};
    REQUIRE(stat(("/proc/" + std::to_string(target.pid())).c_str(), &status) == 0);
    if (status.st_uid == kSomebody) break;
    std::this_thread::sleep_for(milliseconds(5));
  }
  std::string folder;
  {
    absl::StatusOr<ReplyListener> listener =
        ReplyListener::Open(ProcessOf(target.pid(), kSomebody, kSomebody));
    INFO(listener.status());
    REQUIRE(listener.ok());
    CHECK(geteuid() == 0);
    folder = FolderOf(listener->path_in_target());
    struct stat status = {};
    REQUIRE(stat(folder.c_str(), &status) == 0);
    CHECK(status.st_uid == kSomebody);
    const wire::Socket socket = ConnectTo(listener->path_in_target());
    CHECK(wire::PeerOf(socket)->uid == kSomebody);
  }
  CHECK_FALSE(std::filesystem::exists(folder));
}

}  // namespace
}  // namespace taproot
