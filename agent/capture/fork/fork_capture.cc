#include "capture/fork/fork_capture.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capture/fork/child_link.h"
#include "capture/fork/child_process.h"
#include "capture/fork/child_setup.h"
#include "capture/fork/child_work.h"
#include "capture/fork/faults.h"
#include "capture/fork/leftover_files.h"
#include "capture/fork/parent_wait.h"
#include "capture/fork/processors.h"
#include "capture/fork/root_walk.h"
#include "capture/fork/scene_preparation.h"
#include "capture/fork/shared_block.h"
#include "capture/fork/spared_memory.h"
#include "capture/fork/unchecked_answer.h"
#include "capture/jvm.h"
#include "capture/memory_guard.h"

namespace taproot {
namespace {

constexpr jint kFrameCapacity = 64;
// The child's own alarm, should the parent not be there to end it.
constexpr std::chrono::seconds kGrace(5);

// What is asked for before the fork, as a part of the used heap. A graph takes some 30 bytes for an
// object of 66 (both measured on many heaps) and analyses up to 40 more, but a good part of what is
// used is garbage; and the application goes on writing, which copies pages. It is a guess that
// keeps hopeless cases out. What really happens is watched.
constexpr uint64_t kPartOfHeap = 2;
// Below this the child is ended, within these bounds a part of the used heap: what a child and a
// busy application can take between two looks.
constexpr uint64_t kReservePart = 16;
constexpr uint64_t kLeastReserve = uint64_t{32} << 20;
constexpr uint64_t kMostReserve = uint64_t{256} << 20;
// Address space that is asked for and hardly used: arenas of malloc, stacks of threads; and of a
// bit for each word of the reserved heap, with its index.
constexpr uint64_t kUnusedSpace = uint64_t{256} << 20;
constexpr uint64_t kHeapBytesPerIndexByte = 32;
constexpr uint64_t kEnough = uint64_t{1} << 46;

// Whether large buffers are kept out of children. One capture at a time.
bool spare_memory = true;

// One capture from beginning to end, in the parent and in the child.
class ForkRun {
 public:
  ForkRun(JavaVM* vm, JNIEnv* jni, const ForkRequest* request, bool may_fail)
      : vm_(vm),
        jni_(jni),
        request_(*request),
        may_fail_(may_fail),
        deadline_(may_fail ? DeadlineOfTests().value_or(request->deadline) : request->deadline) {}

  absl::StatusOr<ForkedAnswer> Run();
  bool has_forked() const { return child_.has_value(); }

 private:
  using Clock = RootWalk::Clock;

  absl::Status ForkChild();
  absl::Status PlanMemory(const FrozenScene& scene);
  RootWalk::Side Fork();
  absl::Status WalkAndFork(ScenePreparation& preparation, JvmtiEnvironment& jvmti);
  void TellPause(const RootWalk& walk, double stacks_ms);
  WaitPlan PlanWait() const;

  JavaVM* const vm_;
  JNIEnv* const jni_;
  const ForkRequest& request_;
  const bool may_fail_;  // as tests want it; see faults.h
  const Clock::time_point begin_ = Clock::now();
  const std::chrono::seconds deadline_;
  uint64_t memory_reserve_ = 0;
  std::optional<SharedMemory> shared_;
  std::optional<Link> link_;
  SparedMemory spared_;
  ChildSetup setup_;
  ChildTask task_;
  int fork_error_ = 0;
  std::optional<ChildProcess> child_;
};

// Nothing was forked: another engine may be taken, unless it would fare no better.
absl::Status NotForked(const absl::Status& why) {
  if (absl::IsCancelled(why) || absl::IsFailedPrecondition(why)) return why;
  return absl::UnavailableError(why.message());
}

absl::StatusOr<ForkedAnswer> ForkRun::Run() {
  if (absl::Status s = ForkChild(); !s.ok()) return NotForked(s);
  absl::StatusOr<ForkedAnswer> answer =
      AwaitAnswer(*child_, link_->parent.get(), **shared_, PlanWait());
  for (const std::string& output : request_.outputs) RemoveLeftovers(output, child_->pid());
  const LastWords& words = (*shared_)->last_words;
  if (words.signal != 0 && spared_.Hides(words.address)) {
    spare_memory = false;
    return absl::AbortedError(absl::StrCat(answer.status().message(),
                                           "; it missed a large buffer that it had been spared, "
                                           "which will not happen again"));
  }
  return answer;
}

// At its end the child has all it needs in its own memory, and the parent holds nothing in the VM.
absl::Status ForkRun::ForkChild() {
  jvmtiCapabilities wanted = {};
  wanted.can_tag_objects = 1;  // FollowReferences asks for it; nothing is tagged
  absl::StatusOr<JvmtiEnvironment> jvmti = JvmtiEnvironment::Create(vm_, wanted);
  if (!jvmti.ok()) return jvmti.status();
  LocalFrame frame(jni_, kFrameCapacity);
  if (!frame.ok()) return absl::UnavailableError("no room for local references");
  ScenePreparation preparation(jvmti->get(), jni_, request_.capture);
  if (absl::Status s = preparation.Prepare(); !s.ok()) return s;
  if (absl::Status s = PlanMemory(preparation.scene()); !s.ok()) return s;
  return WalkAndFork(preparation, *jvmti);
}

absl::Status ForkRun::PlanMemory(const FrozenScene& scene) {
  const auto used = static_cast<uint64_t>(std::max<int64_t>(scene.vm.heap_used, 0));
  memory_reserve_ = std::clamp(used / kReservePart, kLeastReserve, kMostReserve);
  if (absl::Status s = CheckMemory(used / kPartOfHeap + memory_reserve_); !s.ok()) return s;
  const uint64_t available = std::min(AvailableMemory(), kEnough);
  setup_.memory = available - std::min(available, memory_reserve_) + kUnusedSpace +
                  (scene.layout.heap_end - scene.layout.heap_begin) / kHeapBytesPerIndexByte;
  return absl::OkStatus();
}

absl::Status ForkRun::WalkAndFork(ScenePreparation& preparation, JvmtiEnvironment& jvmti) {
  absl::StatusOr<SharedMemory> shared = SharedMemory::Create();
  if (!shared.ok()) return shared.status();
  shared_.emplace(*std::move(shared));
  absl::StatusOr<Link> link = MakeLink();
  if (!link.ok()) return link.status();
  link_.emplace(*std::move(link));
  setup_.parent = getpid();
  setup_.socket = link_->child.get();
  setup_.shared = &**shared_;
  setup_.deadline = deadline_ + kGrace;

  auto fork = [this] { return Fork(); };
  auto go_on = [this](bool all_roots_known) {
    if (all_roots_known) WorkAsChild(task_);
    FailAsChild(task_, absl::ResourceExhaustedError("no native memory for the roots of the heap"));
  };
  const RootWalk::Forker forker = fork;
  const RootWalk::Continuation continuation = go_on;
  RootWalk walk(&forker, &continuation);
  task_ = {&request_,
           &preparation.scene(),
           &walk.log(),
           preparation.known_objects(),
           &**shared_,
           link_->child.get(),
           ChildThreads(request_.threads),
           may_fail_,
           begin_};
  if (request_.capture->progress != nullptr && request_.capture->progress->cancelled()) {
    return absl::CancelledError("cancelled");
  }
  const double stacks_ms = preparation.ReadStacks();
  if (spare_memory && !request_.reads_tables) spared_ = SparedMemory::Find(preparation.Memory());
  const absl::Status walked = walk.Run(jvmti.get());
  link_->child.Close();
  if (walk.side() == RootWalk::Side::kParent) TellPause(walk, stacks_ms);
  if (!walked.ok()) return walked;
  if (walk.side() == RootWalk::Side::kParent) return absl::OkStatus();
  return absl::UnavailableError(
      absl::StrCat("the system refused to fork this process: ", std::strerror(fork_error_)));
}

// At the safepoint, on the VM's own thread. No signal may come to the child before it has other
// handlers than the VM's.
RootWalk::Side ForkRun::Fork() {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  spared_.Hide();
  const pid_t pid = fork();
  if (pid == 0) {
    MakeChildSafe(setup_);
    return RootWalk::Side::kChild;
  }
  fork_error_ = errno;
  spared_.Show();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return RootWalk::Side::kRefused;
  child_.emplace(pid);
  return RootWalk::Side::kParent;
}

void ForkRun::TellPause(const RootWalk& walk, double stacks_ms) {
  SharedBlock& shared = **shared_;
  shared.pause = {walk.pause_ms() + stacks_ms, walk.safepoint_ms(), walk.roots_ms(),
                  walk.fork_ms()};
  shared.pause_known.store(true, std::memory_order_release);
}

WaitPlan ForkRun::PlanWait() const {
  WaitPlan plan;
  plan.deadline = deadline_;
  plan.progress = request_.capture->progress;
  plan.memory_reserve = memory_reserve_;
  plan.available_memory = [] { return AvailableMemory(); };
  plan.on_question = request_.on_question;
  return plan;
}

}  // namespace

absl::StatusOr<ForkedAnswer> AnswerUnchecked(JavaVM* vm, JNIEnv* jni, const ForkRequest& request,
                                             bool may_fail) {
  ForkRun run(vm, jni, &request, may_fail);
  try {
    return run.Run();
  } catch (const std::bad_alloc&) {
    constexpr std::string_view kWhy = "no native memory left for a capture by fork";
    if (run.has_forked()) return absl::ResourceExhaustedError(kWhy);
    return absl::UnavailableError(kWhy);
  }
}

absl::StatusOr<ForkedAnswer> AnswerInChild(JavaVM* vm, JNIEnv* jni, const ForkRequest& request) {
  if (absl::Status s = CheckForkSupport(vm, jni); !s.ok()) return s;
  return AnswerUnchecked(vm, jni, request, /*may_fail=*/true);
}

}  // namespace taproot
