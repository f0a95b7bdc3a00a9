#include "capture/fork/child_setup.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace taproot {
namespace {

constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGTRAP};
// Meant for the application where they come to a whole process group; and writing where nobody
// reads or into a file that is too large is an error like others.
constexpr int kIgnored[] = {SIGPIPE, SIGXFSZ, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP};

constexpr int kNiceness = 10;          // beside that of the application
constexpr char kOomScore[] = "1000";   // the first to go
constexpr unsigned kCloseRange = 436;  // of syscalls, on all architectures
constexpr uint64_t kWithoutLimit = uint64_t{1} << 48;
constexpr size_t kSignalStack = size_t{64} << 10;

SharedBlock* shared_block = nullptr;  // for the handler; set in the child only

uint64_t InstructionOf(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<uint64_t>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return machine.pc;
#else
  static_cast<void>(machine);
  return 0;
#endif
}

// Nothing here may take a lock or run at-exit code.
void SpeakLastWords(int signal, siginfo_t* info, void* context) {
  static std::atomic_flag spoken = ATOMIC_FLAG_INIT;
  if (spoken.test_and_set()) {
    while (true) pause();  // the first to fault ends the process
  } else {
    LastWords& words = shared_block->last_words;
    words.address = reinterpret_cast<uint64_t>(info->si_addr);
    words.instruction = InstructionOf(context);
    words.signal.store(signal, std::memory_order_release);
  }
  _exit(kCrashedStatus);
}

void ResetSignals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action = {};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);  // of KILL, STOP and those of libc itself it is refused
  }
  for (const int ignored : kIgnored) signal(ignored, SIG_IGN);
  for (const int fault : kFaults) {
    struct sigaction action = {};
    action.sa_sigaction = &SpeakLastWords;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigfillset(&action.sa_mask);
    sigaction(fault, &action, nullptr);
  }
}

// Old kernels have no close_range(), and some filters of system calls do not know it.
void CloseOneByOne(int kept) {
  DIR* const folder = opendir("/proc/self/fd");
  if (folder == nullptr) {
    const long most = sysconf(_SC_OPEN_MAX);
    for (int i = 0; i < most; ++i) {
      if (i != kept) close(i);
    }
    return;
  }
  const int own = dirfd(folder);
  while (const dirent* entry = readdir(folder)) {
    const int descriptor = std::atoi(entry->d_name);  // 0 for "." and ".."
    if (descriptor != kept && descriptor != own) close(descriptor);
  }
  closedir(folder);
}

void CloseDescriptors(int kept) {
  const auto at = static_cast<unsigned>(kept);
  if (syscall(kCloseRange, 0U, at - 1, 0U) != 0 || syscall(kCloseRange, at + 1, ~0U, 0U) != 0) {
    CloseOneByOne(kept);
  }
  // What libraries say on standard error must not get into a file that is opened later.
  while (true) {
    const int null = open("/dev/null", O_RDWR);
    if (null < 0) return;
    if (null > STDERR_FILENO) {
      close(null);
      return;
    }
  }
}

void BeTheFirstToGo() {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  // Should it not work out, the parent still watches the memory.
  static_cast<void>(!write(file, kOomScore, sizeof kOomScore - 1));
  close(file);
}

void StepBack() {
  const int before = getpriority(PRIO_PROCESS, 0);
  setpriority(PRIO_PROCESS, 0, std::min(before + kNiceness, 19));
  const sched_param none = {};
  sched_setscheduler(0, SCHED_BATCH, &none);
}

void LeaveNoCore() {
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  // The limit says nothing to a program that cores are piped to.
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

// Bytes of address space; 0 if unknown.
uint64_t AddressSpace() {
  std::FILE* const file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  unsigned long pages = 0;
  const bool read = std::fscanf(file, "%lu", &pages) == 1;
  std::fclose(file);
  return read ? pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace

void MakeChildSafe(const ChildSetup& setup) {
  shared_block = setup.shared;
  // To whom the thread that forked is the parent: the VM's own, which lives as long as the VM.
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != setup.parent) _exit(0);  // too late for the signal
  StepBack();                               // soon, for the parent is still in its pause
  ResetSignals();
  CloseDescriptors(setup.socket);
  alarm(static_cast<unsigned>(setup.deadline.count()));
  UseSignalStack();
  BlockSignals();
  prctl(PR_SET_NAME, "taproot", 0, 0, 0);
  BeTheFirstToGo();
  LimitMemory(setup.memory);
  LeaveNoCore();  // the last of all, for it takes /proc/self away
}

void UseSignalStack() {
  stack_t stack = {};
  stack.ss_size = kSignalStack;
  stack.ss_sp =
      mmap(nullptr, kSignalStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.ss_sp != MAP_FAILED) sigaltstack(&stack, nullptr);
}

void LimitMemory(uint64_t bytes) {
  const uint64_t taken = AddressSpace();
  rlimit limit = {};
  if (taken == 0 || getrlimit(RLIMIT_AS, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, taken + std::min(bytes, kWithoutLimit));
  setrlimit(RLIMIT_AS, &limit);
}

void BlockSignals() {
  sigset_t blocked;
  sigfillset(&blocked);
  for (const int fault : kFaults) sigdelset(&blocked, fault);
  // By which others end a process, and we ourselves at the deadline.
  sigdelset(&blocked, SIGTERM);
  sigdelset(&blocked, SIGALRM);
  pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
}

}  // namespace taproot
