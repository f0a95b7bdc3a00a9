#include "capture/jvm.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>

#include "absl/strings/str_cat.h"
#include "capture/modified_utf8.h"

namespace taproot {
namespace {

std::atomic<uint32_t> live_environments{0};

// FindClass() would ask the loader of the calling Java frame, or the system loader: that may be
// code of the application. libjvm.so exports for its launcher what asks the boot loader alone.
jclass FindFromBootLoader(JNIEnv* jni, const char* name) {
  using Find = jclass(JNICALL*)(JNIEnv*, const char*);
  static const auto find =
      reinterpret_cast<Find>(dlsym(RTLD_DEFAULT, "JVM_FindClassFromBootLoader"));
  return find != nullptr ? find(jni, name) : jni->FindClass(name);
}

}  // namespace

absl::Status JvmtiStatus(jvmtiError error, std::string_view call) {
  if (error == JVMTI_ERROR_NONE) return absl::OkStatus();
  const std::string message = absl::StrCat(call, " failed with JVMTI error ", error);
  switch (error) {
    case JVMTI_ERROR_OUT_OF_MEMORY:
      return absl::ResourceExhaustedError(absl::StrCat(message, " (out of memory)"));
    case JVMTI_ERROR_MUST_POSSESS_CAPABILITY:
    case JVMTI_ERROR_NOT_AVAILABLE:
      return absl::UnavailableError(absl::StrCat(message, " (capability not available)"));
    case JVMTI_ERROR_WRONG_PHASE:
      return absl::FailedPreconditionError(absl::StrCat(message, " (the VM is not running)"));
    default:
      return absl::InternalError(message);
  }
}

absl::Status TakeException(JNIEnv* jni, std::string_view call) {
  jthrowable thrown = jni->ExceptionOccurred();
  if (thrown == nullptr) return absl::OkStatus();
  jni->ExceptionClear();
  std::string text = "an exception";
  if (jclass throwable = jni->GetObjectClass(thrown)) {
    if (jmethodID to_string = jni->GetMethodID(throwable, "toString", "()Ljava/lang/String;")) {
      auto described = static_cast<jstring>(jni->CallObjectMethod(thrown, to_string));
      if (!jni->ExceptionCheck() && described != nullptr) text = ToUtf8(jni, described);
      if (described != nullptr) jni->DeleteLocalRef(described);
    }
    jni->DeleteLocalRef(throwable);
  }
  jni->ExceptionClear();
  jni->DeleteLocalRef(thrown);
  return absl::InternalError(absl::StrCat(call, " failed: ", text));
}

absl::StatusOr<JvmtiEnvironment> JvmtiEnvironment::Create(JavaVM* vm,
                                                          const jvmtiCapabilities& wanted) {
  void* env = nullptr;
  const jint result = vm->GetEnv(&env, JVMTI_VERSION_11);
  if (result != JNI_OK || env == nullptr) {
    return absl::UnavailableError(
        absl::StrCat("this JVM gives no JVMTI environment (error ", result, ")"));
  }
  ++live_environments;
  JvmtiEnvironment made(static_cast<jvmtiEnv*>(env));
  absl::Status added = JvmtiStatus(made->AddCapabilities(&wanted), "AddCapabilities");
  if (!added.ok()) return added;
  return made;
}

absl::Status ForEachTagged(jvmtiEnv* jvmti, std::span<const jlong> tags,
                           absl::FunctionRef<void(jlong tag, jobject object)> visit) {
  constexpr size_t kAtOnce = 64;
  for (; !tags.empty(); tags = tags.subspan(std::min(kAtOnce, tags.size()))) {
    jint count = 0;
    JvmtiMemory<jobject> objects(jvmti);
    JvmtiMemory<jlong> found(jvmti);
    const auto asked = static_cast<jint>(std::min(kAtOnce, tags.size()));
    absl::Status status = JvmtiStatus(
        jvmti->GetObjectsWithTags(asked, tags.data(), &count, objects.out(), found.out()),
        "GetObjectsWithTags");
    if (!status.ok()) return status;
    for (jint i = 0; i < count; ++i) visit(found[i], objects[i]);
  }
  return absl::OkStatus();
}

uint32_t JvmtiEnvironment::live_count() { return live_environments.load(); }

JvmtiEnvironment::~JvmtiEnvironment() {
  if (env_ == nullptr) return;
  // Fails only when the VM is gone, and then there is nothing left to give back.
  env_->DisposeEnvironment();
  --live_environments;
}

absl::StatusOr<jclass> FindBootClass(JNIEnv* jni, const char* name) {
  jclass found = FindFromBootLoader(jni, name);
  if (found == nullptr) {
    absl::Status status = TakeException(jni, absl::StrCat("looking for class ", name));
    return status.ok() ? absl::NotFoundError(absl::StrCat("no class ", name)) : status;
  }
  return found;
}

absl::StatusOr<jfieldID> FindField(JNIEnv* jni, jclass declaring, const char* name,
                                   const char* signature) {
  jfieldID field = jni->GetFieldID(declaring, name, signature);
  if (field == nullptr) {
    jni->ExceptionClear();
    return absl::NotFoundError(absl::StrCat("no field ", name));
  }
  return field;
}

absl::StatusOr<jobject> CallStaticObject(JNIEnv* jni, const char* class_name, const char* method,
                                         const char* signature) {
  absl::StatusOr<jclass> declaring = FindBootClass(jni, class_name);
  if (!declaring.ok()) return declaring.status();
  jobject result = nullptr;
  jmethodID id = jni->GetStaticMethodID(*declaring, method, signature);
  if (id != nullptr) result = jni->CallStaticObjectMethod(*declaring, id);
  jni->DeleteLocalRef(*declaring);
  if (absl::Status status = TakeException(jni, absl::StrCat(class_name, ".", method));
      !status.ok()) {
    return status;
  }
  return result;
}

std::string ToUtf8(JNIEnv* jni, jstring text) {
  if (text == nullptr) return "";
  const char* chars = jni->GetStringUTFChars(text, nullptr);
  if (chars == nullptr) {
    jni->ExceptionClear();
    return "";
  }
  std::string copy = FromModifiedUtf8(chars);
  jni->ReleaseStringUTFChars(text, chars);
  return copy;
}

std::string SystemProperty(jvmtiEnv* jvmti, const char* name) {
  JvmtiMemory<char> value(jvmti);
  if (jvmti->GetSystemProperty(name, value.out()) != JVMTI_ERROR_NONE) return "";
  return value.get() == nullptr ? "" : value.get();
}

std::string JavaProperty(JNIEnv* jni, const char* name) {
  LocalFrame frame(jni, 8);
  absl::StatusOr<jclass> system = FindBootClass(jni, "java/lang/System");
  if (!frame.ok() || !system.ok()) return "";
  jmethodID get =
      jni->GetStaticMethodID(*system, "getProperty", "(Ljava/lang/String;)Ljava/lang/String;");
  jstring key = jni->NewStringUTF(name);
  jobject value = nullptr;
  if (get != nullptr && key != nullptr) value = jni->CallStaticObjectMethod(*system, get, key);
  if (!TakeException(jni, "System.getProperty").ok()) return "";
  return ToUtf8(jni, static_cast<jstring>(value));
}

}  // namespace taproot
