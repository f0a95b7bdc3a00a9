#include "capture/fork/scene_preparation.h"

#include <chrono>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capture/jvm.h"
#include "capture/thread_stacks.h"
#include "capture/vm_description.h"

namespace taproot {

ScenePreparation::~ScenePreparation() {
  for (jweak handle : scene_.watched_handles) {
    if (handle != nullptr) jni_->DeleteWeakGlobalRef(handle);
  }
}

absl::Status ScenePreparation::Prepare() {
  scene_.vm = DescribeVm(jvmti_, jni_);
  absl::StatusOr<VmLayout> layout = ReadVmLayout(scene_.vm.feature_version);
  if (!layout.ok()) return layout.status();
  scene_.layout = *layout;
  scene_.contents = request_.contents;
  scene_.inputs_only = !request_.whole_heap;
  scene_.max_virtual_threads = request_.stacks ? request_.max_virtual_threads : 0;
  scene_.info.engine = "fork";
  scene_.info.identity = "address";
  scene_.info.captured_at_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                                   std::chrono::system_clock::now().time_since_epoch())
                                   .count();
  if (absl::Status s = FindKnownObjects(); !s.ok()) return s;
  if (absl::Status s = ReadOwnTid(); !s.ok()) return s;
  if (absl::Status s = AddInputs(); !s.ok()) return s;
  return AddWatched();
}

absl::Status ScenePreparation::FindKnownObjects() {
  absl::StatusOr<jobject> system = CallStaticObject(
      jni_, "java/lang/ClassLoader", "getSystemClassLoader", "()Ljava/lang/ClassLoader;");
  if (!system.ok()) return system.status();
  scene_.system_loader = *system;
  absl::StatusOr<jobject> platform = CallStaticObject(
      jni_, "java/lang/ClassLoader", "getPlatformClassLoader", "()Ljava/lang/ClassLoader;");
  if (!platform.ok()) return platform.status();
  scene_.platform_loader = *platform;
  // Differs from the system loader where -Djava.system.class.loader says so.
  absl::StatusOr<jobject> app = CallStaticObject(jni_, "jdk/internal/loader/ClassLoaders",
                                                 "appClassLoader", "()Ljava/lang/ClassLoader;");
  scene_.app_loader = app.ok() ? *app : nullptr;
  known_ = {*system, *platform};
  for (const char* name :
       {"java/lang/Object", "java/lang/Class", "java/lang/String", "java/lang/Thread",
        "java/lang/ClassLoader", "java/lang/ref/Reference"}) {
    absl::StatusOr<jclass> known = FindBootClass(jni_, name);
    if (!known.ok()) return known.status();
    known_.push_back(*known);
  }
  return absl::OkStatus();
}

absl::Status ScenePreparation::ReadOwnTid() {
  absl::StatusOr<jclass> thread_class = FindBootClass(jni_, "java/lang/Thread");
  if (!thread_class.ok()) return thread_class.status();
  absl::StatusOr<jfieldID> tid = FindField(jni_, *thread_class, "tid", "J");
  if (!tid.ok()) return tid.status();
  jthread self = nullptr;
  absl::Status asked = JvmtiStatus(jvmti_->GetCurrentThread(&self), "GetCurrentThread");
  if (!asked.ok()) return asked;
  scene_.own_tid = jni_->GetLongField(self, *tid);
  jni_->DeleteLocalRef(self);
  return absl::OkStatus();
}

absl::Status ScenePreparation::AddInputs() {
  const jsize count = request_.inputs == nullptr ? 0 : jni_->GetArrayLength(request_.inputs);
  if (jni_->EnsureLocalCapacity(count) != JNI_OK) {
    return TakeException(jni_, "EnsureLocalCapacity");
  }
  for (jsize i = 0; i < count; ++i) {
    scene_.inputs.push_back(jni_->GetObjectArrayElement(request_.inputs, i));
  }
  return absl::OkStatus();
}

// Weak handles: a strong one would be a root. They are looked into by the child, for until the fork
// the objects may move, or die.
absl::Status ScenePreparation::AddWatched() {
  if (!request_.for_each_watched) return absl::OkStatus();
  return request_.for_each_watched(jni_, [&](jobject object, const WatchedObject& watched) {
    scene_.watched.push_back(watched);
    scene_.watched_handles.push_back(nullptr);
    scene_.watched_handles.back() = jni_->NewWeakGlobalRef(object);
    if (scene_.watched_handles.back() != nullptr) return absl::OkStatus();
    jni_->ExceptionClear();
    return absl::UnavailableError("no room for weak references to what is watched");
  });
}

double ScenePreparation::ReadStacks() {
  if (!request_.stacks) return 0;
  const auto begin = std::chrono::steady_clock::now();
  using Stacks = absl::StatusOr<std::vector<ThreadStack>>;
  absl::StatusOr<ThreadStacks> stacks = ThreadStacks::Open(jvmti_, jni_);
  Stacks read = stacks.ok() ? stacks->OfPlatformThreads() : Stacks(stacks.status());
  if (read.ok()) {
    scene_.stacks = *std::move(read);
  } else {
    scene_.info.notes.push_back(absl::StrCat("no stacks were read: ", read.status().message()));
  }
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

std::vector<uint64_t> ScenePreparation::Memory() const {
  auto at = [](const auto& list) { return reinterpret_cast<uint64_t>(list.data()); };
  return {at(scene_.inputs), at(scene_.watched), at(scene_.watched_handles), at(scene_.stacks)};
}

}  // namespace taproot
