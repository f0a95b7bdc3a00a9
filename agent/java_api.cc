// The native side of org.taproot.internal.Native, registered when Java loads the library.
#include <jni.h>
#include <jvmti.h>

#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "capture/jvm.h"
#include "control/agent.h"
#include "control/guard.h"
#include "query/command.h"

namespace {

using taproot::Agent;

constexpr const char* kNativeClass = "org/taproot/internal/Native";
constexpr const char* kExceptionClass = "org/taproot/TaprootException";

void Throw(JNIEnv* jni, const char* message) {
  if (jni->ExceptionCheck()) return;
  jclass exception = jni->FindClass(kExceptionClass);
  if (exception == nullptr) return;  // and then that is the exception
  jni->ThrowNew(exception, message);
}

// Runs a native method: an error is thrown as a TaprootException and the result is `failed`.
template <typename Result, typename Body>
Result Enter(JNIEnv* jni, Result failed, Body&& body) noexcept {
  Result result = failed;
  const bool ended = taproot::Guarded([&] {
    Agent* agent = Agent::Existing();
    absl::StatusOr<Result> answer =
        agent == nullptr ? absl::FailedPreconditionError("the agent is not there") : body(*agent);
    if (answer.ok()) {
      result = *answer;
    } else {
      Throw(jni, std::string(answer.status().message()).c_str());
    }
  });
  if (!ended) Throw(jni, "the agent ran out of memory; its log says more");
  return result;
}

// A document is UTF-8 and may hold characters that Java's own encoding writes differently, so it
// goes through a byte array.
absl::StatusOr<jstring> ToJava(JNIEnv* jni, const std::string& text) {
  if (text.size() > static_cast<size_t>(std::numeric_limits<jsize>::max())) {
    return absl::ResourceExhaustedError("the answer is too long for a Java string; ask for less");
  }
  const auto size = static_cast<jsize>(text.size());
  absl::StatusOr<jclass> string_class = taproot::FindBootClass(jni, "java/lang/String");
  if (!string_class.ok()) return string_class.status();
  jmethodID constructor = jni->GetMethodID(*string_class, "<init>", "([BLjava/lang/String;)V");
  jstring charset = constructor == nullptr ? nullptr : jni->NewStringUTF("UTF-8");
  jbyteArray bytes = charset == nullptr ? nullptr : jni->NewByteArray(size);
  jobject result = nullptr;
  if (bytes != nullptr) {
    jni->SetByteArrayRegion(bytes, 0, size, reinterpret_cast<const jbyte*>(text.data()));
    result = jni->NewObject(*string_class, constructor, bytes, charset);
  }
  if (absl::Status status = taproot::TakeException(jni, "making the answer"); !status.ok()) {
    return status;
  }
  return static_cast<jstring>(result);
}

jstring JNICALL Request(JNIEnv* jni, jclass, jstring command, jobjectArray inputs) {
  return Enter<jstring>(jni, nullptr, [&](Agent& agent) -> absl::StatusOr<jstring> {
    absl::StatusOr<taproot::Command> parsed = taproot::ParseCommand(taproot::ToUtf8(jni, command));
    if (!parsed.ok()) return parsed.status();
    if (!parsed->output.empty() && parsed->verb != taproot::Verb::kSnapshot) {
      return absl::InvalidArgumentError("output= is for answers that go nowhere else");
    }
    if (!parsed->reply.empty()) {
      return absl::InvalidArgumentError("reply= is for who attaches to the JVM from outside");
    }
    if (!parsed->format) parsed->format = taproot::Format::kJson;
    const absl::StatusOr<taproot::Answer> answer = agent.Execute(jni, *parsed, inputs);
    if (!answer.ok()) return answer.status();
    return ToJava(jni, answer->text);
  });
}

jlong JNICALL Watch(JNIEnv* jni, jclass, jobject object, jstring name) {
  return Enter<jlong>(jni, 0, [&](Agent& agent) -> absl::StatusOr<jlong> {
    if (object == nullptr) return absl::InvalidArgumentError("the object to watch is null");
    absl::StatusOr<uint64_t> id = agent.registry().Watch(jni, object, taproot::ToUtf8(jni, name));
    if (!id.ok()) return id.status();
    return static_cast<jlong>(*id);
  });
}

jboolean JNICALL Unwatch(JNIEnv* jni, jclass, jlong id) {
  return Enter<jboolean>(jni, JNI_FALSE, [&](Agent& agent) -> absl::StatusOr<jboolean> {
    const bool removed = agent.registry().Unwatch(jni, static_cast<uint64_t>(id));
    return static_cast<jboolean>(removed ? JNI_TRUE : JNI_FALSE);
  });
}

jlong JNICALL ShallowSize(JNIEnv* jni, jclass, jobject object) {
  return Enter<jlong>(jni, 0, [&](Agent& agent) -> absl::StatusOr<jlong> {
    if (object == nullptr) return absl::InvalidArgumentError("the object to size is null");
    jlong size = 0;
    absl::Status sized =
        taproot::JvmtiStatus(agent.jvmti()->GetObjectSize(object, &size), "GetObjectSize");
    if (!sized.ok()) return sized;
    return size;
  });
}

bool RegisterNatives(JNIEnv* jni) {
  // String literals that JNI, for historical reasons, wants without const.
  auto method = [](const char* name, const char* signature, auto* function) {
    return JNINativeMethod{const_cast<char*>(name), const_cast<char*>(signature),
                           reinterpret_cast<void*>(function)};
  };
  const JNINativeMethod methods[] = {
      method("request", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;", &Request),
      method("watch", "(Ljava/lang/Object;Ljava/lang/String;)J", &Watch),
      method("unwatch", "(J)Z", &Unwatch),
      method("shallowSize", "(Ljava/lang/Object;)J", &ShallowSize),
  };
  jclass native = jni->FindClass(kNativeClass);
  return native != nullptr && jni->RegisterNatives(native, methods, std::size(methods)) == JNI_OK;
}

}  // namespace

extern "C" {

// A pending exception becomes System.load()'s.
JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* vm, void*) {
  void* env = nullptr;
  if (vm->GetEnv(&env, JNI_VERSION_9) != JNI_OK) return JNI_ERR;
  auto* jni = static_cast<JNIEnv*>(env);
  bool ready = false;
  taproot::Guarded([&] {
    if (!RegisterNatives(jni)) return;
    absl::StatusOr<Agent*> agent = Agent::Obtain(vm);
    ready = agent.ok();
    if (!ready) Throw(jni, std::string(agent.status().message()).c_str());
  });
  return ready ? JNI_VERSION_9 : JNI_ERR;
}

// The agent stays: its thread and its events belong to the process, not to a class loader.
JNIEXPORT void JNICALL JNI_OnUnload(JavaVM*, void*) {}

}  // extern "C"
