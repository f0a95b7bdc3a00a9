// Objects whose graph is known, to see whether the raw heap is read as it should be: of all shapes,
// with inherited fields and cycles. No class, loader or thread is among them, from where the whole
// heap would be near.
#pragma once

#include <jni.h>

#include "absl/status/statusor.h"

namespace taproot {

// A local reference to an Object[]. Its objects hold still; only classes of the JDK are used.
absl::StatusOr<jobjectArray> MakeKnownGraph(JNIEnv* jni);

}  // namespace taproot
