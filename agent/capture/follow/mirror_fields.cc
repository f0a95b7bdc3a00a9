#include "capture/follow/mirror_fields.h"

namespace taproot {
namespace {

// The walk reports the loader of a class by itself.
constexpr std::string_view kReportedAnyway = "classLoader";
// HotSpot lends this field of a class that is not initialized yet to the lock of its
// initialization, an int[0].
constexpr std::string_view kOfArrays = "componentType";

}  // namespace

absl::Status MirrorFields::Begin(jvmtiEnv* jvmti, const JavaClass& class_class) {
  absl::StatusOr<jclass> klass = FindBootClass(jni_, "java/lang/Class");
  if (!klass.ok()) return klass.status();
  jint count = 0;
  JvmtiMemory<jfieldID> ids(jvmti);
  absl::Status read =
      JvmtiStatus(jvmti->GetClassFields(*klass, &count, ids.out()), "GetClassFields");
  jni_->DeleteLocalRef(*klass);
  if (!read.ok()) return read;
  if (static_cast<size_t>(count) != class_class.fields.size()) {
    return absl::InternalError("java.lang.Class changed its fields");
  }
  for (jint i = 0; i < count; ++i) {
    const JavaField& field = class_class.fields[static_cast<size_t>(i)];
    if (field.is_static || !field.is_reference() || field.name == kReportedAnyway) continue;
    fields_.push_back(
        {ids[i], class_class.first_field + static_cast<uint32_t>(i), field.name == kOfArrays});
  }
  return absl::OkStatus();
}

absl::Status MirrorFields::Add(jclass mirror, ClassId id, const JavaClass& mirrored) {
  for (const Field& field : fields_) {
    if (field.of_arrays && !mirrored.is_array) continue;
    jobject value = jni_->GetObjectField(mirror, field.id);
    if (value == nullptr) continue;
    absl::Status added = plumbing_.Add(value, {.mirror_of = id, .field = field.position});
    jni_->DeleteLocalRef(value);
    if (!added.ok()) return added;
  }
  return absl::OkStatus();
}

}  // namespace taproot
