#include "support/fake_vm.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "absl/strings/str_cat.h"
#include "attach/process_files.h"

namespace taproot::test {
namespace {

namespace fs = std::filesystem;

std::atomic<int> quit_signals = 0;

void OnQuit(int) { ++quit_signals; }

size_t CountZeros(const std::string& text) {
  return static_cast<size_t>(std::ranges::count(text, '\0'));
}

// Version 1: five words. Version 2: as many bytes as the second word says, after it.
bool IsWhole(const std::string& request) {
  if (request.size() < 2) return false;
  if (request[0] == '1') return CountZeros(request) >= 5;
  const size_t end = request.find('\0', 2);
  if (end == std::string::npos) return false;
  return request.size() >= end + 1 + std::strtoul(request.c_str() + 2, nullptr, 10);
}

std::string ReadRequest(int connection) {
  std::string request;
  char bytes[4096];
  while (!IsWhole(request)) {
    const ssize_t got = read(connection, bytes, sizeof bytes);
    if (got <= 0) break;
    request.append(bytes, static_cast<size_t>(got));
  }
  return request;
}

class VmProcess {
 public:
  VmProcess(const FakeVmHabits& habits, fs::path root) : habits_(habits), root_(std::move(root)) {}

  [[noreturn]] void Run() {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGQUIT, SIG_DFL);
    if (habits_.catches_quit) std::signal(SIGQUIT, OnQuit);
    fs::current_path(root_ / "work");
    std::ofstream(root_ / "started") << "yes";
    int seen = 0;
    while (true) {
      if (quit_signals > seen) {
        seen = quit_signals;
        std::ofstream(root_ / "quits") << seen;
        const std::string trigger = absl::StrCat(".attach_pid", getpid());
        if (fs::exists(trigger) || fs::exists(root_ / "tmp" / trigger)) Open();
      }
      Serve();
    }
  }

 private:
  void Open() {
    if (!habits_.opens_socket || listener_ >= 0) return;
    const fs::path path = root_ / "tmp" / absl::StrCat(".java_pid", getpid());
    sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = {}};
    (path.string() + ".t").copy(address.sun_path, sizeof address.sun_path - 1);
    listener_ = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) _exit(1);
    chmod(address.sun_path, static_cast<mode_t>(habits_.socket_mode));
    listen(listener_, 5);
    fs::rename(address.sun_path, path);
  }

  void Serve() {
    pollfd asked = {.fd = listener_, .events = POLLIN, .revents = 0};
    if (poll(&asked, 1, 10) <= 0) return;
    const int connection = accept(listener_, nullptr, nullptr);
    const std::string request = ReadRequest(connection);
    if (!request.empty()) {
      std::ofstream(root_ / "requests", std::ios::app | std::ios::binary) << request << '\n';
      if (habits_.dies_of_request) _exit(0);
      while (!habits_.answers) pause();
      const std::string reply = habits_.answer(request);
      [[maybe_unused]] const ssize_t written = write(connection, reply.data(), reply.size());
    }
    close(connection);
  }

  const FakeVmHabits& habits_;
  fs::path root_;
  int listener_ = -1;
};

}  // namespace

FakeVm::FakeVm(const FakeVmHabits& habits) {
  for (const char* name : {"root/tmp", "root/work", "proc/self/ns"}) {
    fs::create_directories(folder_ / name);
  }
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("no process");
  if (pid_ == 0) VmProcess(habits, root()).Run();
  const std::string own = absl::StrCat(proc(), "/", pid_);
  fs::create_directories(own);
  for (const char* name : {"status", "stat", "environ", "cmdline"}) {
    fs::create_symlink(absl::StrCat("/proc/", pid_, "/", name), own + "/" + name);
  }
  fs::create_directory_symlink(root(), own + "/root");
  fs::create_directory_symlink(root() + "/work", own + "/cwd");
  Map("/opt/jdk/lib/server/libjvm.so");
  while (!fs::exists(root() + "/started")) std::this_thread::yield();
}

FakeVm::~FakeVm() {
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

JvmProcess FakeVm::process() const {
  JvmProcess process;
  process.pid = process.namespace_pid = pid_;
  process.uid = geteuid();
  process.gid = getegid();
  process.start_time = ReadStartTime(pid_).value_or(0);
  process.kind = VmKind::kHotSpot;
  process.main_class = "com.acme.Main";
  process.jdk_version = "17.0.15";
  process.jdk_feature = 17;
  return process;
}

std::vector<std::string> FakeVm::Leftovers() const {
  std::vector<std::string> names;
  for (const char* folder : {"/tmp", "/work"}) {
    for (const auto& entry : fs::directory_iterator(root() + folder)) {
      const std::string name = entry.path().filename().string();
      // The socket, and what a test has put there.
      if (name.starts_with(".java_pid") || name.starts_with("taproot-test-")) continue;
      names.push_back(name);
    }
  }
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> FakeVm::Requests() const {
  std::ifstream file(root() + "/requests", std::ios::binary);
  std::vector<std::string> requests;
  for (std::string line; std::getline(file, line);) requests.push_back(line);
  return requests;
}

int FakeVm::QuitSignals() const {
  int count = 0;
  std::ifstream(root() + "/quits") >> count;
  return count;
}

void FakeVm::Map(const std::string& path) const {
  std::ofstream(absl::StrCat(proc(), "/", pid_, "/maps"), std::ios::app)
      << "7f0000000000-7f0000001000 r-xp 00000000 fe:00 7                  " << path << "\n";
}

void FakeVm::Signal(int number) const { kill(pid_, number); }

}  // namespace taproot::test
