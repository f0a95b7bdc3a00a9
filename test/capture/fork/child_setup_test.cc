#include "capture/fork/child_setup.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <new>
#include <string>

#include "capture/fork/child_link.h"
#include "support/catch.h"

namespace taproot {
namespace {

// The exit status of a child that was made safe and has done this.
int InSafeChild(const std::function<int(int socket)>& work, SharedBlock* shared = nullptr) {
  absl::StatusOr<SharedMemory> own = SharedMemory::Create();
  absl::StatusOr<Link> link = MakeLink();
  ChildSetup setup;
  setup.parent = getpid();
  setup.socket = link->child.get();
  setup.shared = shared != nullptr ? shared : &**own;
  setup.deadline = std::chrono::seconds(60);
  setup.memory = uint64_t{1} << 30;
  const pid_t pid = fork();
  if (pid == 0) {
    MakeChildSafe(setup);
    _exit(work(setup.socket));
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST_CASE("A safe child has nothing open but its link", "[fork]") {
  const int status = InSafeChild([](int socket) {
    int open = 0;
    for (int i = STDERR_FILENO + 1; i < 1024; ++i) open += fcntl(i, F_GETFD) >= 0 ? 1 : 0;
    return open == 1 && fcntl(socket, F_GETFD) >= 0 ? 7 : 8;
  });
  CHECK(status == 7);
}

TEST_CASE("What a safe child says on standard error goes nowhere", "[fork]") {
  CHECK(InSafeChild([](int) {
          char path[64] = {};
          for (int i = 0; i <= STDERR_FILENO; ++i) {
            const std::string link = "/proc/self/fd/" + std::to_string(i);
            // Where the child may not look any more there is still no pipe of ours.
            if (readlink(link.c_str(), path, sizeof path - 1) > 0 &&
                path != std::string("/dev/null")) {
              return 8;
            }
          }
          return 7;
        }) == 7);
}

TEST_CASE("A safe child steps back and leaves no core", "[fork]") {
  CHECK(InSafeChild([](int) {
          rlimit core = {};
          getrlimit(RLIMIT_CORE, &core);
          int death = 0;
          prctl(PR_GET_PDEATHSIG, &death, 0, 0, 0);
          std::ifstream score("/proc/self/oom_score_adj");
          int oom = 0;
          score >> oom;
          return core.rlim_max == 0 && prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0 &&
                         death == SIGKILL && oom == 1000 && sched_getscheduler(0) == SCHED_BATCH &&
                         getpriority(PRIO_PROCESS, 0) >= 10
                     ? 7
                     : 8;
        }) == 7);
}

TEST_CASE("A safe child has none of the application's signal handlers", "[fork]") {
  struct sigaction handler = {};
  struct sigaction before = {};
  handler.sa_handler = [](int) { _exit(8); };
  sigaction(SIGUSR1, &handler, &before);
  const int status = InSafeChild([](int) {
    for (int signal : {SIGUSR1, SIGQUIT, SIGINT, SIGHUP, SIGPIPE}) raise(signal);
    return 7;
  });
  sigaction(SIGUSR1, &before, nullptr);
  CHECK(status == 7);
}

int Overflow(int depth) {
  volatile char frame[4096] = {};
  frame[depth % 4096] = 1;
  return depth < 0 ? 0 : Overflow(depth + 1) + frame[0];
}

TEST_CASE("A fault ends a safe child with last words, even without a stack", "[fork]") {
  absl::StatusOr<SharedMemory> shared = SharedMemory::Create();
  REQUIRE(shared.ok());
  LastWords& words = (*shared)->last_words;
  CHECK(InSafeChild([](int) -> int { std::abort(); }, &**shared) == kCrashedStatus);
  CHECK(words.signal == SIGABRT);
  CHECK(InSafeChild([](int) { return Overflow(0); }, &**shared) == kCrashedStatus);
  CHECK(words.signal == SIGSEGV);
  CHECK(words.instruction != 0);
}

TEST_CASE("A safe child whose time is up is ended by the kernel", "[fork]") {
  CHECK(InSafeChild([](int) -> int {
          alarm(1);
          while (true) pause();
        }) == -SIGALRM);
}

TEST_CASE("A safe child dies with its parent", "[fork]") {
  int alive[2] = {};
  REQUIRE(pipe(alive) == 0);
  const pid_t middle = fork();
  if (middle == 0) {
    absl::StatusOr<SharedMemory> shared = SharedMemory::Create();
    ChildSetup setup;
    setup.parent = getpid();
    setup.socket = alive[1];
    setup.shared = &**shared;
    setup.deadline = std::chrono::seconds(60);
    if (fork() == 0) {
      MakeChildSafe(setup);
      static_cast<void>(!write(alive[1], "x", 1));
      while (true) pause();
    }
    char byte = 0;
    static_cast<void>(!read(alive[0], &byte, 1));
    _exit(0);
  }
  close(alive[1]);
  int status = 0;
  waitpid(middle, &status, 0);
  char byte = 0;
  CHECK(read(alive[0], &byte, 1) == 0);  // nobody has the other end any more
  close(alive[0]);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("A safe child can take no more memory than it was allowed", "[fork]") {
  CHECK(InSafeChild([](int) {
          LimitMemory(uint64_t{16} << 20);
          try {
            const std::string room(size_t{64} << 20, 'x');
            return room.back() == 'x' ? 8 : 9;
          } catch (const std::bad_alloc&) {
            return 7;
          }
          return 8;
        }) == 7);
}
#endif

}  // namespace
}  // namespace taproot
