// As much of a JVM as watching objects needs: objects with a class, a tag and an end, and a pass
// over all of them. One JVMTI environment. It counts the local references that are not given back.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <deque>
#include <functional>
#include <string>

namespace taproot {

class FakeJvm {
 public:
  FakeJvm();
  FakeJvm(const FakeJvm&) = delete;
  FakeJvm& operator=(const FakeJvm&) = delete;

  JavaVM* vm() { return &vm_; }
  JNIEnv* jni() { return &jni_; }

  jobject New(std::string signature = "Lapp/Session;");
  // Instances of the class are those objects that are made with the same signature.
  jclass NewClass(std::string signature);
  // The next collection takes it, and its tag with it.
  void Drop(jobject object);
  void Collect();

  jlong TagOf(jobject object) const;
  int local_references() const { return local_references_; }
  bool disposed() const { return disposed_; }

  // Errors to come, and moments to do something at.
  jvmtiError set_tag_error = JVMTI_ERROR_NONE;
  jvmtiError get_objects_error = JVMTI_ERROR_NONE;
  std::function<void()> after_set_tag;
  std::function<void()> after_get_objects;
  jvmtiError iterate_error = JVMTI_ERROR_NONE;
  int iterations = 0;

 private:
  struct Object {
    std::string signature;
    jlong tag = 0;
    bool dropped = false;
    bool is_class = false;
  };
  struct Environment : jvmtiEnv {
    FakeJvm* jvm;
  };
  struct Machine : JavaVM {
    FakeJvm* jvm;
  };
  struct Thread : JNIEnv {
    FakeJvm* jvm;
  };

  static FakeJvm& Of(jvmtiEnv* env) { return *static_cast<Environment*>(env)->jvm; }
  static FakeJvm& Of(JNIEnv* env) { return *static_cast<Thread*>(env)->jvm; }
  static Object& At(jobject object) { return *reinterpret_cast<Object*>(object); }

  static jvmtiError JNICALL SetEventMode(jvmtiEnv* env, jvmtiEventMode mode, jvmtiEvent event,
                                         jthread thread, ...);
  void FillTags();
  void FillHeap();
  jvmtiError LoadedClasses(jint* count, jclass** classes);
  jvmtiError Iterate(const jvmtiHeapCallbacks& callbacks, void* data);
  void FillEvents();
  void FillJni();
  jvmtiError ObjectsWithTags(jint count, const jlong* tags, jint* found, jobject** objects,
                             jlong** found_tags);

  JNIInvokeInterface_ machine_functions_ = {};
  JNINativeInterface_ jni_functions_ = {};
  jvmtiInterface_1_ jvmti_functions_ = {};
  Machine vm_;
  Thread jni_;
  Environment jvmti_;

  std::deque<Object> objects_;
  jvmtiEventCallbacks callbacks_ = {};
  bool events_enabled_ = false;
  const void* storage_ = nullptr;
  int local_references_ = 0;
  bool disposed_ = false;
};

}  // namespace taproot
