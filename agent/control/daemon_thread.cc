#include "control/daemon_thread.h"

#include <memory>
#include <utility>

#include "capture/jvm.h"
#include "control/guard.h"

namespace taproot {
namespace {

using Body = std::function<void(JNIEnv*)>;

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

absl::StatusOr<jthread> MakeThread(jvmtiEnv* jvmti, JNIEnv* jni, const char* name) {
  absl::StatusOr<jobject> group = TopThreadGroup(jvmti, jni);
  if (!group.ok()) return group.status();
  absl::StatusOr<jclass> thread_class = FindBootClass(jni, "java/lang/Thread");
  if (!thread_class.ok()) return thread_class.status();
  jmethodID constructor =
      jni->GetMethodID(*thread_class, "<init>",
                       "(Ljava/lang/ThreadGroup;Ljava/lang/Runnable;Ljava/lang/String;JZ)V");
  jstring text = constructor == nullptr ? nullptr : jni->NewStringUTF(name);
  jobject thread = text == nullptr ? nullptr
                                   : jni->NewObject(*thread_class, constructor, *group, nullptr,
                                                    text, jlong{0}, jboolean{JNI_FALSE});
  if (absl::Status status = TakeException(jni, "making the agent's thread"); !status.ok()) {
    return status;
  }
  if (thread == nullptr) return absl::InternalError("no thread could be made");
  Disinherit(jni, *thread_class, thread);
  return thread;
}

void JNICALL Run(jvmtiEnv*, JNIEnv* jni, void* argument) {
  std::unique_ptr<Body> body(static_cast<Body*>(argument));
  Guarded([&] { (*body)(jni); });
  Guarded([&] { body.reset(); });
}

}  // namespace

absl::Status StartDaemonThread(jvmtiEnv* jvmti, JNIEnv* jni, const char* name, Body body) {
  LocalFrame frame(jni, 16);
  if (!frame.ok()) return absl::ResourceExhaustedError("no room for local references");
  absl::StatusOr<jthread> thread = MakeThread(jvmti, jni, name);
  if (!thread.ok()) return thread.status();
  auto argument = std::make_unique<Body>(std::move(body));
  absl::Status started =
      JvmtiStatus(jvmti->RunAgentThread(*thread, &Run, argument.get(), JVMTI_THREAD_NORM_PRIORITY),
                  "RunAgentThread");
  if (started.ok()) static_cast<void>(argument.release());  // the thread's from now on
  return started;
}

}  // namespace taproot
