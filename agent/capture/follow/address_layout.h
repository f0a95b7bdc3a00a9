// Where the heap walk's callback can find the address of an object.
//
// JVMTI gives the callback pointers to tags and no identity. In HotSpot these pointers lead into a
// stack object that holds the object's own address at a fixed distance (CallbackWrapper in
// jvmtiTagMap.cpp). At a safepoint nothing moves, so an address is an identity. The distance is
// never assumed: it is found once in a process by walking a ring of known objects, and every
// capture checks it again on all objects it has marked (see HeapWalk).
#pragma once

#include <jni.h>

#include <cstdint>

#include "absl/status/statusor.h"
#include "capture/follow/mark_table.h"
#include "capture/jvm.h"

namespace taproot {

// Distances in words before the tag pointer. The words between are the VM's own stack object.
struct AddressLayout {
  static constexpr int kMaxDistance = 4;

  int object = 0;    // of the object's address, before its tag
  int size = 0;      // of the object's size, before its tag: a check that costs nothing
  int referrer = 0;  // of the referrer's address, before the referrer's tag

  // An object that refers to itself comes with one tag pointer for both.
  ObjectKey ObjectAt(const jlong* tag) const { return static_cast<ObjectKey>(tag[-object]); }
  jlong SizeAt(const jlong* tag) const { return tag[-size]; }
  ObjectKey ReferrerAt(const jlong* tag) const { return static_cast<ObjectKey>(tag[-referrer]); }
};

// Unavailable if this VM keeps no such layout. Leaves no tag behind.
absl::StatusOr<AddressLayout> FindAddressLayout(jvmtiEnv* jvmti, JNIEnv* jni);

}  // namespace taproot
