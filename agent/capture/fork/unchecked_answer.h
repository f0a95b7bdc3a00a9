// What the check for support is made with.
#pragma once

#include <jni.h>

#include "absl/status/statusor.h"
#include "capture/fork/fork_capture.h"

namespace taproot {

// AnswerInChild() without asking CheckForkSupport(). `may_fail`: see faults.h.
absl::StatusOr<ForkedAnswer> AnswerUnchecked(JavaVM* vm, JNIEnv* jni, const ForkRequest& request,
                                             bool may_fail);

}  // namespace taproot
