#include "watch/instances.h"

#include <algorithm>
#include <chrono>

#include "capture/follow/class_names.h"
#include "capture/jvm.h"
#include "graph/name_pattern.h"

namespace taproot {
namespace {

// Tags of the search's own environment. Instances share a tag by groups: the VM compares each
// tagged object with each tag asked for, and makes a reference to each that fits.
constexpr jlong kClass = 1;
constexpr jlong kClassAndInstance = 2;  // the class object of a class asked for, itself wanted
constexpr jlong kFirstGroup = 3;
constexpr uint32_t kGroup = 256;

bool Matches(jvmtiEnv* jvmti, jclass klass, const std::vector<std::string>& patterns) {
  JvmtiMemory<char> signature(jvmti);
  if (jvmti->GetClassSignature(klass, signature.out(), nullptr) != JVMTI_ERROR_NONE) return false;
  const std::string name = ParseSignature(signature.get()).name;
  return std::ranges::any_of(
      patterns, [&](const std::string& pattern) { return MatchesPattern(name, pattern); });
}

// How many there are.
absl::StatusOr<uint32_t> TagClasses(jvmtiEnv* jvmti, JNIEnv* jni,
                                    const std::vector<std::string>& patterns) {
  jint count = 0;
  JvmtiMemory<jclass> classes(jvmti);
  absl::Status status =
      JvmtiStatus(jvmti->GetLoadedClasses(&count, classes.out()), "GetLoadedClasses");
  if (!status.ok()) return status;
  uint32_t tagged = 0;
  for (jint i = 0; i < count; ++i) {
    if (status.ok() && Matches(jvmti, classes[i], patterns)) {
      status = JvmtiStatus(jvmti->SetTag(classes[i], kClass), "SetTag");
      ++tagged;
    }
    jni->DeleteLocalRef(classes[i]);
  }
  if (!status.ok()) return status;
  return tagged;
}

struct Tally {
  uint32_t at_most = 0;
  InstanceSearch search;
};

// Runs at a safepoint, for each instance of a tagged class.
jint JNICALL OnInstance(jlong, jlong, jlong* tag, jint, void* data) {
  auto& tally = *static_cast<Tally*>(data);
  if (tally.search.found == tally.at_most) {
    tally.search.all = false;
    return JVMTI_VISIT_ABORT;
  }
  *tag = *tag == kClass ? kClassAndInstance : kFirstGroup + tally.search.found / kGroup;
  ++tally.search.found;
  return JVMTI_VISIT_OBJECTS;
}

absl::Status VisitTagged(jvmtiEnv* jvmti, JNIEnv* jni, jlong tag,
                         absl::FunctionRef<absl::Status(jobject)> visit) {
  absl::Status visited;
  const absl::Status asked = ForEachTagged(jvmti, {&tag, 1}, [&](jlong, jobject object) {
    if (visited.ok()) visited = visit(object);
    jni->DeleteLocalRef(object);
  });
  return asked.ok() ? visited : asked;
}

}  // namespace

absl::StatusOr<InstanceSearch> ForEachInstance(JavaVM* vm, JNIEnv* jni,
                                               const std::vector<std::string>& patterns,
                                               uint32_t at_most,
                                               absl::FunctionRef<absl::Status(jobject)> visit) {
  jvmtiCapabilities wanted = {};
  wanted.can_tag_objects = 1;
  absl::StatusOr<JvmtiEnvironment> jvmti = JvmtiEnvironment::Create(vm, wanted);
  if (!jvmti.ok()) return jvmti.status();
  absl::StatusOr<uint32_t> classes = TagClasses(jvmti->get(), jni, patterns);
  if (!classes.ok()) return classes.status();
  Tally tally{.at_most = at_most};
  if (*classes == 0) return tally.search;
  jvmtiHeapCallbacks callbacks = {};
  callbacks.heap_iteration_callback = &OnInstance;
  const auto begin = std::chrono::steady_clock::now();
  absl::Status status = JvmtiStatus(
      (*jvmti)->IterateThroughHeap(JVMTI_HEAP_FILTER_CLASS_UNTAGGED, nullptr, &callbacks, &tally),
      "IterateThroughHeap");
  tally.search.pause_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  if (tally.search.found > 0) {
    const jlong last = kFirstGroup + (tally.search.found - 1) / kGroup;
    for (jlong tag = kClassAndInstance; tag <= last && status.ok(); ++tag) {
      status = VisitTagged(jvmti->get(), jni, tag, visit);
    }
  }
  if (!status.ok()) return status;
  return tally.search;
}

}  // namespace taproot
