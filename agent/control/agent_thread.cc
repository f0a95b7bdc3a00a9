#include "control/agent_thread.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "capture/jvm.h"
#include "control/guard.h"

namespace taproot {
namespace {

constexpr const char* kName = "taproot";
constexpr std::chrono::milliseconds kBetweenCollections{1000};

std::atomic<uint32_t> pending_events{0};
std::atomic<int> event_descriptor{-1};

absl::StatusOr<jobject> TopThreadGroup(jvmtiEnv* jvmti, JNIEnv* jni) {
  jint count = 0;
  JvmtiMemory<jthreadGroup> groups(jvmti);
  absl::Status status =
      JvmtiStatus(jvmti->GetTopThreadGroups(&count, groups.out()), "GetTopThreadGroups");
  if (!status.ok()) return status;
  if (count < 1) return absl::InternalError("the JVM has no thread group");
  for (jint i = 1; i < count; ++i) jni->DeleteLocalRef(groups[i]);
  return groups[0];
}

// A new Thread inherits much of its creator, which may be code of a web application: it must not
// keep that alive.
void Disinherit(JNIEnv* jni, jclass thread_class, jobject thread) {
  constexpr const char* kInherited[][2] = {
      {"contextClassLoader", "Ljava/lang/ClassLoader;"},
      {"inheritedAccessControlContext", "Ljava/security/AccessControlContext;"},
  };
  for (const auto& [name, signature] : kInherited) {
    absl::StatusOr<jfieldID> field = FindField(jni, thread_class, name, signature);
    if (field.ok()) jni->SetObjectField(thread, *field, nullptr);
  }
}

absl::StatusOr<jthread> MakeThread(jvmtiEnv* jvmti, JNIEnv* jni) {
  absl::StatusOr<jobject> group = TopThreadGroup(jvmti, jni);
  if (!group.ok()) return group.status();
  absl::StatusOr<jclass> thread_class = FindBootClass(jni, "java/lang/Thread");
  if (!thread_class.ok()) return thread_class.status();
  jmethodID constructor =
      jni->GetMethodID(*thread_class, "<init>",
                       "(Ljava/lang/ThreadGroup;Ljava/lang/Runnable;Ljava/lang/String;JZ)V");
  jstring name = constructor == nullptr ? nullptr : jni->NewStringUTF(kName);
  jobject thread = name == nullptr ? nullptr
                                   : jni->NewObject(*thread_class, constructor, *group, nullptr,
                                                    name, jlong{0}, jboolean{JNI_FALSE});
  if (absl::Status status = TakeException(jni, "making the agent's thread"); !status.ok()) {
    return status;
  }
  if (thread == nullptr) return absl::InternalError("no thread could be made");
  Disinherit(jni, *thread_class, thread);
  return thread;
}

using Timeout = std::optional<std::chrono::milliseconds>;

Timeout Sooner(Timeout one, Timeout other) {
  if (!one || !other) return one ? one : other;
  return std::min(*one, *other);
}

// Of a burst of collections the later ones wait a little, to be told together.
class CollectionPace {
 public:
  // Those of the events that are to be handled now; `held_back`: when to look again.
  uint32_t Ready(uint32_t events, Timeout& held_back) {
    held_back.reset();
    if ((events & AgentThread::kCollection) == 0) return events;
    const auto now = Clock::now();
    if (now >= next_) {
      next_ = now + kBetweenCollections;
      return events;
    }
    held_back = std::chrono::duration_cast<std::chrono::milliseconds>(next_ - now) +
                std::chrono::milliseconds(1);
    return events & ~static_cast<uint32_t>(AgentThread::kCollection);
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point next_ = Clock::now();
};

// Sleeps until there is an event. False once it is over.
bool WaitForEvent(Timeout at_most) {
  pollfd waiting = {event_descriptor.load(), POLLIN, 0};
  const int ready = poll(&waiting, 1, at_most ? static_cast<int>(at_most->count()) : -1);
  if (ready < 0 && errno != EINTR) return false;
  if (ready > 0) {
    uint64_t count = 0;
    if (read(waiting.fd, &count, sizeof count) < 0 && errno != EAGAIN && errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

absl::Status AgentThread::Open() {
  if (event_descriptor.load() >= 0) return absl::OkStatus();
  const int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor < 0) {
    return absl::ResourceExhaustedError(absl::StrCat("no eventfd: ", std::strerror(errno)));
  }
  event_descriptor.store(descriptor);
  return absl::OkStatus();
}

void AgentThread::Wake(Event event) {
  const int saved_errno = errno;
  pending_events.fetch_or(event);
  const uint64_t one = 1;
  // Fails only when the counter is full, and then the thread is awake anyway.
  [[maybe_unused]] const ssize_t written = write(event_descriptor.load(), &one, sizeof one);
  errno = saved_errno;
}

absl::Status AgentThread::Start(jvmtiEnv* jvmti, JNIEnv* jni, Handler handle) {
  LocalFrame frame(jni, 16);
  if (!frame.ok()) return absl::ResourceExhaustedError("no room for local references");
  absl::StatusOr<jthread> thread = MakeThread(jvmti, jni);
  if (!thread.ok()) return thread.status();
  auto argument = std::make_unique<Handler>(std::move(handle));
  absl::Status started = JvmtiStatus(
      jvmti->RunAgentThread(*thread, &AgentThread::Run, argument.get(), JVMTI_THREAD_NORM_PRIORITY),
      "RunAgentThread");
  if (started.ok()) static_cast<void>(argument.release());  // the thread's from now on
  return started;
}

void JNICALL AgentThread::Run(jvmtiEnv*, JNIEnv* jni, void* argument) {
  const std::unique_ptr<Handler> handle(static_cast<Handler*>(argument));
  CollectionPace pace;
  uint32_t waiting = 0;
  std::optional<std::chrono::milliseconds> wish;  // of the handler
  std::optional<std::chrono::milliseconds> held_back;
  while (WaitForEvent(Sooner(wish, held_back))) {
    waiting |= pending_events.exchange(0);
    if ((waiting & kStop) != 0) return;
    const uint32_t ready = pace.Ready(waiting, held_back);
    waiting &= ~ready;
    Guarded([&] { wish = (*handle)(jni, ready); });
  }
}

}  // namespace taproot
