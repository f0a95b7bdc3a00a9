// Finds instances of classes without a walk: in one pass over the heap that looks at nothing else.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"

namespace taproot {

struct InstanceSearch {
  uint32_t found = 0;
  bool all = true;      // else there were more than wanted
  double pause_ms = 0;  // how long the application stood still; 0 if no class fits
};

// Hands each instance of the classes with these names (`*` for any characters), as a local
// reference, to the visitor, at most so many of them. What is garbage and not yet collected is
// among them. Whatever happens, no tag of ours remains, and no local reference.
absl::StatusOr<InstanceSearch> ForEachInstance(JavaVM* vm, JNIEnv* jni,
                                               const std::vector<std::string>& patterns,
                                               uint32_t at_most,
                                               absl::FunctionRef<absl::Status(jobject)> visit);

}  // namespace taproot
