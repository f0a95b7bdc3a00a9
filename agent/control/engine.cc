#include "control/engine.h"

#include "absl/strings/str_cat.h"
#include "capture/fork/fork_capture.h"
#include "capture/fork/vm_layout.h"

namespace taproot {

absl::Status ForkSupport::Check(JavaVM* vm, JNIEnv* jni) {
  absl::Status status = CheckForkSupport(vm, jni);
  const std::lock_guard lock(mutex_);
  checked_ = status;
  return status;
}

AutoEngine ForkSupport::Describe(int feature_version) const {
  std::optional<absl::Status> known;
  {
    const std::lock_guard lock(mutex_);
    known = checked_;
  }
  AutoEngine engine{.tried = known.has_value()};
  if (!known) known = ReadVmLayout(feature_version).status();
  engine.engine = known->ok() ? "fork" : "follow";
  engine.reason = known->message();
  return engine;
}

absl::StatusOr<EngineDecision> ChooseEngine(const EngineWish& wish,
                                            absl::FunctionRef<absl::Status()> check_fork) {
  const bool demanded = wish.engine == EngineChoice::kFork;
  if (wish.vm_is_ending) {
    return EngineDecision{.why_not_fork = demanded ? "the JVM is ending" : ""};
  }
  if (wish.engine == EngineChoice::kFollow) return EngineDecision{};
  // How objects are told apart is a question to follow alone.
  if (wish.identity != IdentityChoice::kAuto && !demanded) return EngineDecision{};
  // What a few objects reach is found sooner from there than in a picture of the whole heap.
  if (wish.from_inputs && !demanded) return EngineDecision{};
  const absl::Status supported = check_fork();
  if (supported.ok()) return EngineDecision{.fork = true};
  if (!demanded) return EngineDecision{.why_not_fork = std::string(supported.message())};
  return absl::UnavailableError(absl::StrCat("capture=fork cannot be: ", supported.message()));
}

std::string FallbackReason(std::string_view why_not_fork) {
  return absl::StrCat("not captured by fork: ", why_not_fork);
}

absl::Status ForkError(const absl::Status& error) {
  if (error.ok() || absl::IsCancelled(error)) return error;
  return absl::Status(error.code(),
                      absl::StrCat(error.message(),
                                   "; capture=follow does without a child, and stops the "
                                   "application for longer"));
}

}  // namespace taproot
