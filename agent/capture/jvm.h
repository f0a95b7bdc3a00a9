// The one place that knows how JVMTI and JNI resources are given back and how their errors become
// absl::Status. Every type here belongs to the thread that made it.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace taproot {

// OK for JVMTI_ERROR_NONE, else an error that names the call and the JVMTI error.
absl::Status JvmtiStatus(jvmtiError error, std::string_view call);

// Clears a pending Java exception and turns it into an error; OK if there is none.
absl::Status TakeException(JNIEnv* jni, std::string_view call);

// A JVMTI environment of our own; disposing of it drops its tags and capabilities.
class JvmtiEnvironment {
 public:
  static absl::StatusOr<JvmtiEnvironment> Create(JavaVM* vm, const jvmtiCapabilities& wanted = {});
  JvmtiEnvironment(JvmtiEnvironment&& other) noexcept : env_(std::exchange(other.env_, nullptr)) {}
  JvmtiEnvironment& operator=(JvmtiEnvironment&& other) noexcept {
    std::swap(env_, other.env_);
    return *this;
  }
  ~JvmtiEnvironment();

  // How many there are in this process.
  static uint32_t live_count();

  jvmtiEnv* operator->() const { return env_; }
  jvmtiEnv* get() const { return env_; }

 private:
  explicit JvmtiEnvironment(jvmtiEnv* env) : env_(env) {}
  jvmtiEnv* env_;
};

// Memory that a JVMTI function allocated.
template <typename T>
class JvmtiMemory {
 public:
  explicit JvmtiMemory(jvmtiEnv* jvmti) : jvmti_(jvmti) {}
  JvmtiMemory(const JvmtiMemory&) = delete;
  JvmtiMemory& operator=(const JvmtiMemory&) = delete;
  ~JvmtiMemory() {
    if (data_ != nullptr) jvmti_->Deallocate(reinterpret_cast<unsigned char*>(data_));
  }
  T** out() { return &data_; }
  T* get() const { return data_; }
  T& operator[](jint i) const { return data_[i]; }

 private:
  jvmtiEnv* jvmti_;
  T* data_ = nullptr;
};

// Visits the objects that carry one of these tags. The VM compares each tagged object with each tag
// asked for, and reaches no safepoint meanwhile: so it is asked for a few at a time. The local
// reference is the visitor's.
absl::Status ForEachTagged(jvmtiEnv* jvmti, std::span<const jlong> tags,
                           absl::FunctionRef<void(jlong tag, jobject object)> visit);

// Local references made while it lives are given back at its end.
class LocalFrame {
 public:
  LocalFrame(JNIEnv* jni, jint capacity)
      : jni_(jni), pushed_(jni->PushLocalFrame(capacity) == JNI_OK) {
    if (!pushed_) jni_->ExceptionClear();
  }
  LocalFrame(const LocalFrame&) = delete;
  LocalFrame& operator=(const LocalFrame&) = delete;
  ~LocalFrame() { Pop(nullptr); }

  bool ok() const { return pushed_; }
  // Ends the frame early; `survivor` comes back as a reference of the frame around it.
  jobject Pop(jobject survivor) {
    return std::exchange(pushed_, false) ? jni_->PopLocalFrame(survivor) : nullptr;
  }

 private:
  JNIEnv* jni_;
  bool pushed_;
};

// Reads through JNI whatever the access rules of Java say; a missing class or field is an error
// and leaves no exception pending.
absl::StatusOr<jclass> FindBootClass(JNIEnv* jni, const char* name);
absl::StatusOr<jfieldID> FindField(JNIEnv* jni, jclass declaring, const char* name,
                                   const char* signature);
absl::StatusOr<jobject> CallStaticObject(JNIEnv* jni, const char* class_name, const char* method,
                                         const char* signature);
// Java's text in UTF-8; empty for null.
std::string ToUtf8(JNIEnv* jni, jstring text);
// A property that the VM knows, and one that only Java does; empty if there is none.
std::string SystemProperty(jvmtiEnv* jvmti, const char* name);
std::string JavaProperty(JNIEnv* jni, const char* name);

}  // namespace taproot
