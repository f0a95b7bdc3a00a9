// A root as a heap walk's callback tells it, written down to be understood later.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <string_view>

#include "taproot/root.h"

namespace taproot {

// What an identity is: the object's address at this safepoint, or its tag. 0 is no object.
using ObjectKey = uint64_t;

struct LoggedRoot {
  ObjectKey key;
  jvmtiHeapReferenceKind kind;
  jlong tag;  // of the object, to know a thread by
  jlong thread_tag;
  jlong thread_id;
  jmethodID method;
  jlocation location;
  jint depth;
  jint slot;
};

// Of what the callback tells beside the object itself.
LoggedRoot LogRoot(ObjectKey key, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                   jlong tag);

RootKind RootKindOf(jvmtiHeapReferenceKind kind);

// Whether the class, by its Java name, is one of the library that applications call us by; not
// what else lives below its package.
bool IsOurClass(std::string_view class_name);

}  // namespace taproot
