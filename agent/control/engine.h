// Which engine a capture takes, and why not the other.
#pragma once

#include <jni.h>

#include <mutex>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "taproot/engine_choice.h"
#include "taproot/identity_choice.h"
#include "taproot/report.h"

namespace taproot {

// What is known of capturing by fork in this process. Thread-safe.
class ForkSupport {
 public:
  // OK, or why it cannot be. Captures a little, once.
  absl::Status Check(JavaVM* vm, JNIEnv* jni);

  // What `auto` takes, as far as it is known without a capture.
  AutoEngine Describe(int feature_version) const;

 private:
  mutable std::mutex mutex_;
  std::optional<absl::Status> checked_;
};

struct EngineWish {
  EngineChoice engine = EngineChoice::kAuto;
  IdentityChoice identity = IdentityChoice::kAuto;
  bool from_inputs = false;   // a walk from some objects is wanted, not the whole heap
  bool vm_is_ending = false;  // nothing is risked then, and nobody waits
};

struct EngineDecision {
  bool fork = false;
  std::string why_not_fork;  // where it would have been better; else empty
};

// Unavailable if what the wish demands cannot be.
absl::StatusOr<EngineDecision> ChooseEngine(const EngineWish& wish,
                                            absl::FunctionRef<absl::Status()> check_fork);

// The reason as a report tells it.
std::string FallbackReason(std::string_view why_not_fork);

// An error of an engine that has begun, with what to do about it. Cancelled stays as it is.
absl::Status ForkError(const absl::Status& error);

}  // namespace taproot
