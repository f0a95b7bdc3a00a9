#include "capture/fork/child_work.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <utility>

#include "capture/fork/child_link.h"
#include "capture/fork/child_setup.h"
#include "capture/fork/faults.h"
#include "capture/fork/frozen_details.h"
#include "graph/parallel.h"

namespace taproot {
namespace {

using Clock = RootWalk::Clock;

// That of the VM's thread is small, and analyses recurse.
constexpr size_t kStack = size_t{16} << 20;
// The parent knows its pause as soon as the VM lets go of it, which takes no longer than the pause.
constexpr std::chrono::seconds kPatienceForPause(2);
constexpr std::chrono::microseconds kBetweenLooks(200);

class Worker {
 public:
  explicit Worker(const ChildTask* task) : task_(*task) {}

  void Run();

 private:
  absl::StatusOr<FrozenCapture> Capture();
  absl::StatusOr<std::string> Answer(FrozenCapture& capture);
  absl::StatusOr<std::string> Ask(std::string_view question);
  void TakePause();

  const ChildTask& task_;
  std::mutex asking_;
};

void Worker::Run() {
  UseSignalStack();
  task_.shared->is_working.store(true, std::memory_order_relaxed);
  absl::StatusOr<std::string> answer = absl::InternalError("");
  Message::Kind kind = Message::Kind::kFailure;
  try {
    TakePause();
    if (task_.may_fail) MaybeFail(FaultPoint::kBeforeCapture, task_.socket);
    absl::StatusOr<FrozenCapture> capture = Capture();
    if (capture.ok()) {
      if (task_.may_fail) MaybeFail(FaultPoint::kBeforeAnswer, task_.socket);
      kind = Message::Kind::kAnswer;
      answer = Answer(*capture);
    } else {
      answer = capture.status();
    }
  } catch (const std::bad_alloc&) {
    kind = Message::Kind::kFailure;
    answer = absl::ResourceExhaustedError("no native memory left in the child process");
  } catch (const std::exception& failed) {
    kind = Message::Kind::kFailure;
    answer = absl::InternalError(failed.what());
  }
  Send(task_.socket, kind, answer).IgnoreError();
  _exit(0);  // the graph is not taken to pieces first: the kernel is quicker
}

absl::StatusOr<FrozenCapture> Worker::Capture() {
  absl::StatusOr<std::vector<LoggedRoot>> roots = ResolveRoots(*task_.roots, task_.known_objects);
  if (!roots.ok()) return roots.status();
  task_.scene->roots = *std::move(roots);
  task_.scene->info.total_ms =
      std::chrono::duration<double, std::milli>(Clock::now() - task_.begin).count();
  return CaptureFrozen(*task_.scene, &task_.shared->progress);
}

absl::StatusOr<std::string> Worker::Answer(FrozenCapture& capture) {
  ChildWork work;
  work.capture = &*capture.capture;
  work.progress = &task_.shared->progress;
  work.describe_paths = [&](absl::Span<const RootPath* const> paths, HeapGraph& graph) {
    AddFrozenDetails(capture, paths, task_.request->fields, graph);
  };
  work.name_locals = [&](absl::Span<const MethodId> methods, HeapGraph& graph) {
    AddFrozenLocals(*capture.methods, methods, graph);
  };
  work.ask = [this](std::string_view question) { return Ask(question); };
  return task_.request->answer(work);
}

absl::StatusOr<std::string> Worker::Ask(std::string_view question) {
  const std::scoped_lock lock(asking_);
  absl::Status sent = Send(task_.socket, Message::Kind::kQuestion, std::string(question));
  if (!sent.ok()) return sent;
  MessageReader reader(task_.socket);
  while (true) {
    const MessageReader::State state = reader.Read(/*wait=*/true);
    if (state == MessageReader::State::kMessage) return std::move(reader.message()).AsStatusOr();
    if (state == MessageReader::State::kEnd) {
      return absl::UnavailableError("the parent process is gone");
    }
  }
}

void Worker::TakePause() {
  const Clock::time_point until = Clock::now() + kPatienceForPause;
  while (!task_.shared->pause_known.load(std::memory_order_acquire) && Clock::now() < until) {
    std::this_thread::sleep_for(kBetweenLooks);
  }
  CaptureInfo& info = task_.scene->info;
  if (!task_.shared->pause_known.load(std::memory_order_acquire)) {
    info.notes.emplace_back("how long the application stood still is not known");
    return;
  }
  const PauseParts& pause = task_.shared->pause;
  info.pause_ms = pause.pause;
  info.safepoint_ms = pause.safepoint;
  info.roots_ms = pause.roots;
  info.fork_ms = pause.fork;
}

void* RunWorker(void* task) {
  Worker(static_cast<const ChildTask*>(task)).Run();
  return nullptr;
}

}  // namespace

void WorkAsChild(const ChildTask& task) {
  SetWorkerCount(task.threads);
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  // It takes its own copy of nothing: this thread's stack stays.
  if (pthread_create(&thread, &attributes, &RunWorker, const_cast<ChildTask*>(&task)) != 0) {
    FailAsChild(task, absl::UnavailableError("the child process was refused a thread"));
  }
  // The worker ends the process.
  while (true) pause();
}

void FailAsChild(const ChildTask& task, const absl::Status& why) {
  task.shared->is_working.store(true, std::memory_order_relaxed);
  Send(task.socket, Message::Kind::kFailure, why).IgnoreError();
  _exit(0);
}

}  // namespace taproot
