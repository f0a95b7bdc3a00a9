#include "capture/jvm.h"

#include "capture/vm_flags.h"
#include "support/catch.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;

TEST_CASE("JVMTI's success is OK", "[capture]") {
  CHECK(JvmtiStatus(JVMTI_ERROR_NONE, "GetTag").ok());
}

TEST_CASE("A JVMTI error names the call and the number", "[capture]") {
  const absl::Status status = JvmtiStatus(JVMTI_ERROR_INVALID_OBJECT, "GetTag");
  CHECK(absl::IsInternal(status));
  CHECK(status.message() == "GetTag failed with JVMTI error 20");
}

TEST_CASE("JVMTI errors that callers can do something about have a code of their own",
          "[capture]") {
  const absl::Status memory = JvmtiStatus(JVMTI_ERROR_OUT_OF_MEMORY, "FollowReferences");
  CHECK(absl::IsResourceExhausted(memory));
  CHECK(memory.message() == "FollowReferences failed with JVMTI error 110 (out of memory)");
  for (jvmtiError error : {JVMTI_ERROR_MUST_POSSESS_CAPABILITY, JVMTI_ERROR_NOT_AVAILABLE}) {
    const absl::Status missing = JvmtiStatus(error, "AddCapabilities");
    CHECK(absl::IsUnavailable(missing));
    CHECK_THAT(std::string(missing.message()),
               ContainsSubstring("AddCapabilities") && ContainsSubstring("capability"));
  }
  const absl::Status phase = JvmtiStatus(JVMTI_ERROR_WRONG_PHASE, "SetTag");
  CHECK(absl::IsFailedPrecondition(phase));
  CHECK(phase.message() == "SetTag failed with JVMTI error 112 (the VM is not running)");
}

TEST_CASE("Where there is no JVM its flags are unknown", "[capture]") {
  CHECK_FALSE(VmFlag("UseG1GC").has_value());
  CHECK(CollectorName().empty());
}

}  // namespace
}  // namespace taproot
