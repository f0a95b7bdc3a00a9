#include "watch/survivors.h"

#include <chrono>
#include <string_view>
#include <thread>

#include "capture/jvm.h"

namespace taproot {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kAfterCollection{30};  // until the reference handler has enqueued
constexpr milliseconds kPoll{20};
constexpr milliseconds kMaxDrain{1500};

// Whether java.lang.ref.Finalizer's queue has something in it. Reads fields and runs no Java code:
// System.runFinalization() would wait for a finalizer that is stuck.
bool FinalizersQueued(JNIEnv* jni) {
  LocalFrame frame(jni, 8);
  if (!frame.ok()) return false;
  absl::StatusOr<jclass> finalizer = FindBootClass(jni, "java/lang/ref/Finalizer");
  absl::StatusOr<jclass> queue_class = FindBootClass(jni, "java/lang/ref/ReferenceQueue");
  if (!finalizer.ok() || !queue_class.ok()) return false;
  absl::StatusOr<jfieldID> head = FindField(jni, *queue_class, "head", "Ljava/lang/ref/Reference;");
  jfieldID queue = jni->GetStaticFieldID(*finalizer, "queue", "Ljava/lang/ref/ReferenceQueue;");
  jni->ExceptionClear();
  if (queue == nullptr || !head.ok()) return false;
  jobject the_queue = jni->GetStaticObjectField(*finalizer, queue);
  return the_queue != nullptr && jni->GetObjectField(the_queue, *head) != nullptr;
}

// Whether the bottom of the thread's stack shows Finalizer.runFinalizer, called by the loop that
// takes objects off the queue.
bool RunsFinalizer(jvmtiEnv* jvmti, jthread thread) {
  constexpr jint kBottomFrames = 4;
  jvmtiFrameInfo frames[kBottomFrames];
  jint count = 0;
  if (jvmti->GetStackTrace(thread, -kBottomFrames, kBottomFrames, frames, &count) !=
          JVMTI_ERROR_NONE &&
      jvmti->GetStackTrace(thread, 0, kBottomFrames, frames, &count) != JVMTI_ERROR_NONE) {
    return false;
  }
  for (jint i = 0; i < count; ++i) {
    JvmtiMemory<char> name(jvmti);
    if (jvmti->GetMethodName(frames[i].method, name.out(), nullptr, nullptr) == JVMTI_ERROR_NONE &&
        std::string_view("runFinalizer") == name.get()) {
      return true;
    }
  }
  return false;
}

// Visits every live platform thread by name until the visitor returns true; false if it never did.
template <typename Visit>
bool AnyThread(jvmtiEnv* jvmti, JNIEnv* jni, Visit&& visit) {
  LocalFrame frame(jni, 16);
  if (!frame.ok()) return false;
  jint count = 0;
  JvmtiMemory<jthread> threads(jvmti);
  if (jvmti->GetAllThreads(&count, threads.out()) != JVMTI_ERROR_NONE) return false;
  bool found = false;
  for (jint i = 0; i < count; ++i) {
    jvmtiThreadInfo info = {};
    if (!found && jvmti->GetThreadInfo(threads[i], &info) == JVMTI_ERROR_NONE) {
      found = info.name != nullptr && visit(std::string_view(info.name), threads[i]);
      jvmti->Deallocate(reinterpret_cast<unsigned char*>(info.name));
      jni->DeleteLocalRef(info.thread_group);
      jni->DeleteLocalRef(info.context_class_loader);
    }
    jni->DeleteLocalRef(threads[i]);
  }
  return found;
}

bool FinalizersRunning(jvmtiEnv* jvmti, JNIEnv* jni) {
  return AnyThread(jvmti, jni, [&](std::string_view name, jthread thread) {
    return (name == "Finalizer" || name == "Secondary finalizer") && RunsFinalizer(jvmti, thread);
  });
}

void DrainFinalizers(jvmtiEnv* jvmti, JNIEnv* jni) {
  std::this_thread::sleep_for(kAfterCollection);
  const auto deadline = std::chrono::steady_clock::now() + kMaxDrain;
  while (std::chrono::steady_clock::now() < deadline &&
         (FinalizersQueued(jni) || FinalizersRunning(jvmti, jni))) {
    std::this_thread::sleep_for(kPoll);
  }
}

}  // namespace

absl::Status CollectTwice(JNIEnv* jni, WatchRegistry& registry) {
  if (absl::Status s = registry.ForceCollection(); !s.ok()) return s;
  DrainFinalizers(registry.jvmti(), jni);
  if (absl::Status s = registry.NoticeDeaths(jni); !s.ok()) return s;
  if (absl::Status s = registry.ForceCollection(); !s.ok()) return s;
  std::this_thread::sleep_for(kAfterCollection);
  return registry.NoticeDeaths(jni);
}

bool DebuggerConnected(jvmtiEnv* jvmti, JNIEnv* jni) {
  // The JDWP agent has this thread for as long as a debugger is at the other end.
  constexpr std::string_view kCommandReader = "JDWP Command Reader";
  return AnyThread(jvmti, jni,
                   [&](std::string_view name, jthread) { return name == kCommandReader; });
}

}  // namespace taproot
