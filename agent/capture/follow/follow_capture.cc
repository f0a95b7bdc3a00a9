// Captures by address, and by tags where addresses do not serve; see capture/capture.h.
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capture/capture.h"
#include "capture/follow/address_layout.h"
#include "capture/follow/capture_run.h"
#include "capture/jvm.h"

namespace taproot {
namespace {

using Clock = CaptureRun::Clock;

absl::StatusOr<JvmtiEnvironment> MakeEnvironment(JavaVM* vm) {
  // None of these costs the application anything (see docs/architecture.md).
  jvmtiCapabilities wanted = {};
  wanted.can_tag_objects = 1;
  wanted.can_get_line_numbers = 1;
  wanted.can_get_source_file_name = 1;
  return JvmtiEnvironment::Create(vm, wanted);
}

// The layout is a property of libjvm.so: found once, checked by every walk. What only went wrong
// this time, for want of memory say, is tried again the next time.
absl::StatusOr<AddressLayout> ProcessLayout(jvmtiEnv* jvmti, JNIEnv* jni) {
  static std::optional<absl::StatusOr<AddressLayout>> known;  // one capture at a time
  if (known) return *known;
  absl::StatusOr<AddressLayout> found = FindAddressLayout(jvmti, jni);
  if (found.ok() || absl::IsUnavailable(found.status())) known = found;
  if (found.ok()) return found;
  return absl::UnavailableError(found.status().message());
}

absl::StatusOr<Capture> CaptureOnce(JavaVM* vm, JNIEnv* jni, const CaptureRequest& request,
                                    bool by_address, std::string fallback_reason,
                                    double& pause_ms) {
  const auto begin = Clock::now();
  CaptureInfo info;
  info.engine = "follow";
  info.identity = by_address ? "address" : "tags";
  info.fallback_reason = std::move(fallback_reason);
  info.captured_at_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                            std::chrono::system_clock::now().time_since_epoch())
                            .count();
  std::unique_ptr<CaptureRun> capture;
  absl::Status walked;
  {
    absl::StatusOr<JvmtiEnvironment> jvmti = MakeEnvironment(vm);
    if (!jvmti.ok()) return jvmti.status();
    std::optional<AddressLayout> layout;
    if (by_address) {
      const absl::StatusOr<AddressLayout> found = ProcessLayout(jvmti->get(), jni);
      if (!found.ok()) return found.status();
      layout = *found;
    }
    capture = std::make_unique<CaptureRun>(jvmti->get(), jni, request, layout);
    walked = capture->Walk();
  }
  pause_ms += capture->pause_ms();
  if (!walked.ok()) return walked;
  info.pause_ms = pause_ms;
  return capture->Assemble(std::move(info), begin);
}

// Whether tags could succeed where addresses did not.
bool IsAboutAddresses(const absl::Status& status) {
  return absl::IsDataLoss(status) || absl::IsUnavailable(status);
}

}  // namespace

absl::StatusOr<Capture> CaptureByFollowing(JavaVM* vm, JNIEnv* jni, const CaptureRequest& request) {
  double pause_ms = 0;  // of all tries
  if (request.identity == IdentityChoice::kTags) {
    return CaptureOnce(vm, jni, request, false, "", pause_ms);
  }
  absl::StatusOr<Capture> capture = CaptureOnce(vm, jni, request, true, "", pause_ms);
  if (capture.ok() || request.identity == IdentityChoice::kAddress ||
      !IsAboutAddresses(capture.status())) {
    return capture;
  }
  return CaptureOnce(vm, jni, request, false, std::string(capture.status().message()), pause_ms);
}

}  // namespace taproot
