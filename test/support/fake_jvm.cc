#include "support/fake_jvm.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace taproot {

FakeJvm::FakeJvm() {
  vm_.functions = &machine_functions_;
  vm_.jvm = this;
  jni_.functions = &jni_functions_;
  jni_.jvm = this;
  jvmti_.functions = &jvmti_functions_;
  jvmti_.jvm = this;
  machine_functions_.GetEnv = [](JavaVM* vm, void** env, jint) -> jint {
    *env = static_cast<jvmtiEnv*>(&static_cast<Machine*>(vm)->jvm->jvmti_);
    return JNI_OK;
  };
  FillTags();
  FillHeap();
  FillEvents();
  FillJni();
}

void FakeJvm::FillTags() {
  jvmti_functions_.GetTag = [](jvmtiEnv*, jobject object, jlong* tag) -> jvmtiError {
    *tag = At(object).tag;
    return JVMTI_ERROR_NONE;
  };
  jvmti_functions_.SetTag = [](jvmtiEnv* env, jobject object, jlong tag) -> jvmtiError {
    FakeJvm& jvm = Of(env);
    if (jvm.set_tag_error != JVMTI_ERROR_NONE) return jvm.set_tag_error;
    At(object).tag = tag;
    if (const auto then = std::exchange(jvm.after_set_tag, nullptr)) then();
    return JVMTI_ERROR_NONE;
  };
  jvmti_functions_.GetObjectsWithTags = [](jvmtiEnv* env, jint count, const jlong* tags,
                                           jint* found, jobject** objects,
                                           jlong** found_tags) -> jvmtiError {
    return Of(env).ObjectsWithTags(count, tags, found, objects, found_tags);
  };
  jvmti_functions_.GetClassSignature = [](jvmtiEnv*, jclass klass, char** signature,
                                          char**) -> jvmtiError {
    *signature = strdup(At(klass).signature.c_str());
    return JVMTI_ERROR_NONE;
  };
  jvmti_functions_.Deallocate = [](jvmtiEnv*, unsigned char* memory) -> jvmtiError {
    std::free(memory);
    return JVMTI_ERROR_NONE;
  };
}

void FakeJvm::FillHeap() {
  jvmti_functions_.GetLoadedClasses = [](jvmtiEnv* env, jint* count,
                                         jclass** classes) -> jvmtiError {
    return Of(env).LoadedClasses(count, classes);
  };
  jvmti_functions_.IterateThroughHeap = [](jvmtiEnv* env, jint filter, jclass klass,
                                           const jvmtiHeapCallbacks* callbacks,
                                           const void* data) -> jvmtiError {
    if (filter != JVMTI_HEAP_FILTER_CLASS_UNTAGGED || klass != nullptr) {
      return JVMTI_ERROR_ILLEGAL_ARGUMENT;  // nothing else is made
    }
    return Of(env).Iterate(*callbacks, const_cast<void*>(data));
  };
}

jvmtiError FakeJvm::LoadedClasses(jint* count, jclass** classes) {
  *count = 0;
  *classes = static_cast<jclass*>(std::calloc(objects_.size() + 1, sizeof(jclass)));
  for (Object& object : objects_) {
    if (!object.is_class) continue;
    (*classes)[(*count)++] = reinterpret_cast<jclass>(&object);
    ++local_references_;
  }
  return JVMTI_ERROR_NONE;
}

// The class of a class object is the one of this name, if it was made.
jvmtiError FakeJvm::Iterate(const jvmtiHeapCallbacks& callbacks, void* data) {
  ++iterations;
  if (iterate_error != JVMTI_ERROR_NONE) return iterate_error;
  for (Object& object : objects_) {
    const std::string signature = object.is_class ? "Ljava/lang/Class;" : object.signature;
    const auto klass = std::ranges::find_if(objects_, [&](const Object& candidate) {
      return candidate.is_class && candidate.signature == signature;
    });
    if (klass == objects_.end() || klass->tag == 0) continue;
    const jint result = callbacks.heap_iteration_callback(klass->tag, 16, &object.tag, -1, data);
    if ((result & JVMTI_VISIT_ABORT) != 0) break;
  }
  return JVMTI_ERROR_NONE;
}

jvmtiError FakeJvm::ObjectsWithTags(jint count, const jlong* tags, jint* found, jobject** objects,
                                    jlong** found_tags) {
  if (get_objects_error != JVMTI_ERROR_NONE) return get_objects_error;
  std::vector<Object*> hits;
  for (Object& object : objects_) {
    if (object.tag != 0 && std::find(tags, tags + count, object.tag) != tags + count) {
      hits.push_back(&object);
    }
  }
  *found = static_cast<jint>(hits.size());
  const size_t room = std::max<size_t>(hits.size(), 1);
  if (objects != nullptr) *objects = static_cast<jobject*>(std::calloc(room, sizeof(jobject)));
  if (found_tags != nullptr) *found_tags = static_cast<jlong*>(std::calloc(room, sizeof(jlong)));
  for (size_t i = 0; i < hits.size(); ++i) {
    if (objects != nullptr) {
      (*objects)[i] = reinterpret_cast<jobject>(hits[i]);
      ++local_references_;
    }
    if (found_tags != nullptr) (*found_tags)[i] = hits[i]->tag;
  }
  if (const auto then = std::exchange(after_get_objects, nullptr)) then();
  return JVMTI_ERROR_NONE;
}

jvmtiError FakeJvm::SetEventMode(jvmtiEnv* env, jvmtiEventMode mode, jvmtiEvent, jthread, ...) {
  Of(env).events_enabled_ = mode == JVMTI_ENABLE;
  return JVMTI_ERROR_NONE;
}

void FakeJvm::FillEvents() {
  jvmti_functions_.AddCapabilities = [](jvmtiEnv*, const jvmtiCapabilities*) -> jvmtiError {
    return JVMTI_ERROR_NONE;
  };
  jvmti_functions_.SetEnvironmentLocalStorage = [](jvmtiEnv* env, const void* data) -> jvmtiError {
    Of(env).storage_ = data;
    return JVMTI_ERROR_NONE;
  };
  jvmti_functions_.GetEnvironmentLocalStorage = [](jvmtiEnv* env, void** data) -> jvmtiError {
    *data = const_cast<void*>(Of(env).storage_);
    return JVMTI_ERROR_NONE;
  };
  jvmti_functions_.SetEventCallbacks = [](jvmtiEnv* env, const jvmtiEventCallbacks* callbacks,
                                          jint) -> jvmtiError {
    Of(env).callbacks_ = *callbacks;
    return JVMTI_ERROR_NONE;
  };
  jvmti_functions_.SetEventNotificationMode = &SetEventMode;
  jvmti_functions_.ForceGarbageCollection = [](jvmtiEnv* env) -> jvmtiError {
    Of(env).Collect();
    return JVMTI_ERROR_NONE;
  };
  jvmti_functions_.DisposeEnvironment = [](jvmtiEnv* env) -> jvmtiError {
    Of(env).disposed_ = true;
    Of(env).events_enabled_ = false;
    return JVMTI_ERROR_NONE;
  };
}

void FakeJvm::FillJni() {
  // The class of an object is known by the object.
  jni_functions_.GetObjectClass = [](JNIEnv* jni, jobject object) -> jclass {
    ++Of(jni).local_references_;
    return static_cast<jclass>(object);
  };
  jni_functions_.DeleteLocalRef = [](JNIEnv* jni, jobject) { --Of(jni).local_references_; };
  jni_functions_.PushLocalFrame = [](JNIEnv*, jint) -> jint { return JNI_OK; };
  jni_functions_.PopLocalFrame = [](JNIEnv*, jobject survivor) { return survivor; };
}

jobject FakeJvm::New(std::string signature) {
  objects_.push_back({.signature = std::move(signature)});
  return reinterpret_cast<jobject>(&objects_.back());
}

jclass FakeJvm::NewClass(std::string signature) {
  objects_.push_back({.signature = std::move(signature), .is_class = true});
  return reinterpret_cast<jclass>(&objects_.back());
}

void FakeJvm::Drop(jobject object) { At(object).dropped = true; }

void FakeJvm::Collect() {
  for (Object& object : objects_) {
    if (object.dropped) object.tag = 0;
  }
  if (events_enabled_) callbacks_.GarbageCollectionFinish(&jvmti_);
}

jlong FakeJvm::TagOf(jobject object) const { return At(object).tag; }

}  // namespace taproot
