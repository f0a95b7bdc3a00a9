#include "capture/thread_stacks.h"

#include <utility>

#include "capture/jvm.h"
#include "capture/memory_guard.h"
#include "capture/modified_utf8.h"

namespace taproot {

ThreadState ThreadStateOf(jint jvmti_state) {
  switch (jvmti_state & JVMTI_JAVA_LANG_THREAD_STATE_MASK) {
    case JVMTI_JAVA_LANG_THREAD_STATE_NEW:
      return ThreadState::kNew;
    case JVMTI_JAVA_LANG_THREAD_STATE_TERMINATED:
      return ThreadState::kTerminated;
    case JVMTI_JAVA_LANG_THREAD_STATE_RUNNABLE:
      return ThreadState::kRunnable;
    case JVMTI_JAVA_LANG_THREAD_STATE_BLOCKED:
      return ThreadState::kBlocked;
    case JVMTI_JAVA_LANG_THREAD_STATE_WAITING:
      return ThreadState::kWaiting;
    case JVMTI_JAVA_LANG_THREAD_STATE_TIMED_WAITING:
      return ThreadState::kTimedWaiting;
    default:
      return ThreadState::kUnknown;
  }
}

absl::StatusOr<ThreadStacks> ThreadStacks::Open(jvmtiEnv* jvmti, JNIEnv* jni) {
  absl::StatusOr<jclass> thread_class = FindBootClass(jni, "java/lang/Thread");
  if (!thread_class.ok()) return thread_class.status();
  absl::StatusOr<jfieldID> tid = FindField(jni, *thread_class, "tid", "J");
  jni->DeleteLocalRef(*thread_class);
  if (!tid.ok()) return tid.status();
  return ThreadStacks(jvmti, jni, *tid);
}

absl::StatusOr<std::vector<ThreadStack>> ThreadStacks::OfPlatformThreads() {
  jint count = 0;
  jthread* threads = nullptr;
  if (absl::Status s = JvmtiStatus(jvmti_->GetAllThreads(&count, &threads), "GetAllThreads");
      !s.ok()) {
    return s;
  }
  for (jint i = 0; i < count; ++i) jni_->DeleteLocalRef(threads[i]);
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(threads));
  // The VM makes room for the deepest stack of each thread.
  const uint64_t bytes = static_cast<uint64_t>(count) * kMaxFrames * sizeof(jvmtiFrameInfo);
  if (absl::Status s = CheckMemory(bytes); !s.ok()) return s;

  JvmtiMemory<jvmtiStackInfo> infos(jvmti_);
  if (absl::Status s = JvmtiStatus(jvmti_->GetAllStackTraces(kMaxFrames, infos.out(), &count),
                                   "GetAllStackTraces");
      !s.ok()) {
    return s;
  }
  std::vector<ThreadStack> stacks(static_cast<size_t>(count));
  for (jint i = 0; i < count; ++i) {
    const jvmtiStackInfo& info = infos[i];
    ThreadStack& stack = stacks[static_cast<size_t>(i)];
    stack.tid = jni_->GetLongField(info.thread, tid_);
    stack.state = ThreadStateOf(info.state);
    stack.frames.assign(info.frame_buffer, info.frame_buffer + info.frame_count);
    stack.frames_left_out = FramesLeftOut(info.thread, stack.frames.size());
    jni_->DeleteLocalRef(info.thread);
  }
  return stacks;
}

uint32_t ThreadStacks::FramesLeftOut(jthread thread, size_t shown) {
  if (shown < static_cast<size_t>(kMaxFrames)) return 0;
  jint whole = 0;
  if (jvmti_->GetFrameCount(thread, &whole) != JVMTI_ERROR_NONE || whole <= kMaxFrames) return 0;
  return static_cast<uint32_t>(whole - kMaxFrames);
}

std::optional<ThreadStack> ThreadStacks::OfVirtualThread(jthread thread) {
  LocalFrame frame(jni_, 8);
  jint state = 0;
  if (!frame.ok() || jvmti_->GetThreadState(thread, &state) != JVMTI_ERROR_NONE ||
      (state & JVMTI_THREAD_STATE_ALIVE) == 0) {
    return std::nullopt;
  }
  ThreadStack stack;
  stack.tid = jni_->GetLongField(thread, tid_);
  stack.state = ThreadStateOf(state);
  jvmtiThreadInfo info = {};
  if (jvmti_->GetThreadInfo(thread, &info) == JVMTI_ERROR_NONE && info.name != nullptr) {
    stack.name = FromModifiedUtf8(info.name);
    jvmti_->Deallocate(reinterpret_cast<unsigned char*>(info.name));
  }
  jclass klass = jni_->GetObjectClass(thread);
  if (absl::StatusOr<jfieldID> field =
          FindField(jni_, klass, "carrierThread", "Ljava/lang/Thread;");
      field.ok()) {
    jobject carrier = jni_->GetObjectField(thread, *field);
    if (carrier != nullptr) stack.carrier_tid = jni_->GetLongField(carrier, tid_);
  }
  buffer_.resize(kMaxFrames);
  jint count = 0;
  if (jvmti_->GetStackTrace(thread, 0, kMaxFrames, buffer_.data(), &count) == JVMTI_ERROR_NONE) {
    stack.frames.assign(buffer_.begin(), buffer_.begin() + count);
    stack.frames_left_out = FramesLeftOut(thread, stack.frames.size());
  }
  return stack;
}

}  // namespace taproot
