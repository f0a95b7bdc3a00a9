// Objects that a walk shall visit whether or not FollowReferences finds them by itself: held in
// arrays of ours, which are marked so that the walk's log shows which entry is which object.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "capture/follow/mark_table.h"
#include "capture/jvm.h"
#include "taproot/ids.h"

namespace taproot {

class PlumbingList {
 public:
  struct Entry {
    // The instance field of java.lang.Class that holds the object, by the class whose mirror it is
    // and the position in the layout. None for objects that are merely to be visited.
    ClassId mirror_of;
    uint32_t field = 0;
  };

  PlumbingList(jvmtiEnv* jvmti, JNIEnv* jni, MarkTable* marks)
      : jvmti_(jvmti), jni_(jni), marks_(*marks) {}

  absl::Status Begin();
  absl::Status Add(jobject object, Entry entry);

  size_t size() const { return entries_.size(); }
  // The array that holds all entries, as long as there are at most kChunk.
  static constexpr jint kChunk = 4096;
  jobject array() const { return array_; }

  // What element `index` of the array with this mark stands for.
  const Entry& EntryAt(const Mark& array, uint32_t index) const {
    return entries_[size_t{array.chunk} * kChunk + index];
  }

 private:
  jvmtiEnv* jvmti_;
  JNIEnv* jni_;
  MarkTable& marks_;
  jclass object_class_ = nullptr;
  jobjectArray array_ = nullptr;  // the one being filled; all stay local references of the frame
  uint32_t arrays_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace taproot
