// The instance fields of java.lang.Class, which FollowReferences leaves out: ClassValue maps, class
// data, enum constants, annotations, reflection data. Read through JNI before the walk, so a value
// that changes in between is seen as it was just before.
#pragma once

#include "absl/status/status.h"
#include "capture/follow/class_catalog.h"
#include "capture/follow/plumbing_list.h"
#include "capture/jvm.h"

namespace taproot {

class MirrorFields {
 public:
  MirrorFields(JNIEnv* jni, PlumbingList* plumbing) : jni_(jni), plumbing_(*plumbing) {}

  // Which fields java.lang.Class has in this JDK.
  absl::Status Begin(jvmtiEnv* jvmti, const JavaClass& class_class);
  // Lists what the fields of this mirror hold.
  absl::Status Add(jclass mirror, ClassId id, const JavaClass& mirrored);

 private:
  struct Field {
    jfieldID id;
    uint32_t position;  // in the layout of java.lang.Class
    bool of_arrays;     // HotSpot keeps something else in it for other classes
  };

  JNIEnv* jni_;
  PlumbingList& plumbing_;
  std::vector<Field> fields_;
};

}  // namespace taproot
