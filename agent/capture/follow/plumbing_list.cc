#include "capture/follow/plumbing_list.h"

namespace taproot {

absl::Status PlumbingList::Begin() {
  absl::StatusOr<jclass> object = FindBootClass(jni_, "java/lang/Object");
  if (!object.ok()) return object.status();
  object_class_ = *object;
  return absl::OkStatus();
}

absl::Status PlumbingList::Add(jobject object, Entry entry) {
  const auto index = static_cast<jint>(entries_.size() % kChunk);
  if (index == 0) {
    if (jni_->EnsureLocalCapacity(4) != JNI_OK) return TakeException(jni_, "EnsureLocalCapacity");
    array_ = jni_->NewObjectArray(kChunk, object_class_, nullptr);
    if (absl::Status s = TakeException(jni_, "allocating a list in the heap"); !s.ok()) return s;
    const uint32_t mark = marks_.Add({.roles = Mark::kPlumbing, .chunk = arrays_++});
    if (absl::Status s = JvmtiStatus(jvmti_->SetTag(array_, MarkTable::TagOf(mark)), "SetTag");
        !s.ok()) {
      return s;
    }
  }
  jni_->SetObjectArrayElement(array_, index, object);
  entries_.push_back(entry);
  return absl::OkStatus();
}

}  // namespace taproot
