#include "capture/follow/address_layout.h"

#include <algorithm>
#include <array>
#include <vector>

#include "absl/status/status.h"
#include "capture/vm_flags.h"

namespace taproot {
namespace {

constexpr jint kRingSize = 16;
constexpr int kWords = AddressLayout::kMaxDistance;

// What stood before the tag pointers in one callback, nearest word first.
struct Sighting {
  jlong object_tag;
  jlong referrer_tag;
  bool to_itself;
  jlong size;
  std::array<jlong, kWords> before_object;
  std::array<jlong, kWords> before_referrer;
};

std::array<jlong, kWords> WordsBefore(const jlong* tag) {
  std::array<jlong, kWords> words;
  for (int i = 0; i < kWords; ++i) words[static_cast<size_t>(i)] = tag[-(i + 1)];
  return words;
}

jint JNICALL OnReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo*, jlong, jlong,
                         jlong size, jlong* tag, jlong* referrer_tag, jint, void* user_data) {
  if (kind != JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT) return 0;
  if (*tag == 0 || referrer_tag == nullptr || *referrer_tag == 0) return JVMTI_VISIT_OBJECTS;
  auto& sightings = *static_cast<std::vector<Sighting>*>(user_data);
  // Reserved beforehand: the walk is at a safepoint and must not fail here.
  if (sightings.size() < sightings.capacity()) {
    sightings.push_back({*tag, *referrer_tag, tag == referrer_tag, size, WordsBefore(tag),
                         WordsBefore(referrer_tag)});
  }
  return JVMTI_VISIT_OBJECTS;
}

// Object[] ring: element i refers to itself, to a neighbour and to one farther away.
absl::StatusOr<jobjectArray> MakeRing(jvmtiEnv* jvmti, JNIEnv* jni) {
  absl::StatusOr<jclass> object = FindBootClass(jni, "java/lang/Object");
  if (!object.ok()) return object.status();
  absl::StatusOr<jclass> array = FindBootClass(jni, "[Ljava/lang/Object;");
  if (!array.ok()) return array.status();
  jobjectArray ring = jni->NewObjectArray(kRingSize, *array, nullptr);
  for (jint i = 0; ring != nullptr && i < kRingSize; ++i) {
    jobjectArray part = jni->NewObjectArray(3, *object, nullptr);
    if (part == nullptr) break;
    jni->SetObjectArrayElement(ring, i, part);
    if (absl::Status tagged = JvmtiStatus(jvmti->SetTag(part, i + 1), "SetTag"); !tagged.ok()) {
      return tagged;
    }
    jni->DeleteLocalRef(part);
  }
  for (jint i = 0; ring != nullptr && !jni->ExceptionCheck() && i < kRingSize; ++i) {
    auto part = static_cast<jobjectArray>(jni->GetObjectArrayElement(ring, i));
    jobject neighbour = jni->GetObjectArrayElement(ring, (i + 1) % kRingSize);
    jobject far = jni->GetObjectArrayElement(ring, (i * 5 + 3) % kRingSize);
    jni->SetObjectArrayElement(part, 0, part);
    jni->SetObjectArrayElement(part, 1, neighbour);
    jni->SetObjectArrayElement(part, 2, far);
    jni->DeleteLocalRef(far);
    jni->DeleteLocalRef(neighbour);
    jni->DeleteLocalRef(part);
  }
  if (absl::Status status = TakeException(jni, "making the calibration ring"); !status.ok()) {
    return status;
  }
  return ring;
}

// True if the word at this distance names every object of the ring by one distinct value, wherever
// `object_word` has established which value that is.
using Names = std::array<jlong, kRingSize + 1>;

bool NamesObjects(const std::vector<Sighting>& sightings, int distance, Names& names) {
  names.fill(0);
  for (const Sighting& s : sightings) {
    const jlong word = s.before_object[static_cast<size_t>(distance - 1)];
    jlong& name = names[static_cast<size_t>(s.object_tag)];
    if (word == 0 || word % 8 != 0 || (name != 0 && name != word)) return false;
    name = word;
  }
  Names sorted = names;
  std::ranges::sort(sorted);
  return sorted[0] == 0 && sorted[1] != 0 && std::ranges::adjacent_find(sorted) == sorted.end();
}

bool NamesReferrers(const std::vector<Sighting>& sightings, int distance, const Names& names) {
  return std::ranges::all_of(sightings, [&](const Sighting& s) {
    return s.to_itself || s.before_referrer[static_cast<size_t>(distance - 1)] ==
                              names[static_cast<size_t>(s.referrer_tag)];
  });
}

bool HoldsSize(const std::vector<Sighting>& sightings, int distance) {
  return std::ranges::all_of(sightings, [&](const Sighting& s) {
    return s.before_object[static_cast<size_t>(distance - 1)] == s.size;
  });
}

absl::StatusOr<AddressLayout> Fit(const std::vector<Sighting>& sightings) {
  AddressLayout layout;
  const bool loops = std::ranges::all_of(
      sightings, [](const Sighting& s) { return s.to_itself == (s.object_tag == s.referrer_tag); });
  if (sightings.size() < size_t{kRingSize} * 3 || !loops) {
    return absl::UnavailableError("the calibration ring was not met as expected");
  }
  Names names;
  for (int d = 1; d <= kWords && layout.object == 0; ++d) {
    if (NamesObjects(sightings, d, names)) layout.object = d;
  }
  for (int d = 1; d <= kWords && layout.size == 0; ++d) {
    if (HoldsSize(sightings, d)) layout.size = d;
  }
  for (int d = 1; d <= kWords && layout.object != 0 && layout.referrer == 0; ++d) {
    if (NamesReferrers(sightings, d, names)) layout.referrer = d;
  }
  if (layout.object == 0 || layout.size == 0 || layout.referrer == 0) {
    return absl::UnavailableError("this JVM does not keep addresses beside the tags");
  }
  return layout;
}

}  // namespace

absl::StatusOr<AddressLayout> FindAddressLayout(jvmtiEnv* jvmti, JNIEnv* jni) {
  // Elsewhere nobody knows what stands before a tag.
  if (!IsHotSpot()) return absl::UnavailableError("this JVM is not HotSpot");
  LocalFrame frame(jni, 16);
  if (!frame.ok()) return absl::ResourceExhaustedError("no room for local references");
  absl::StatusOr<jobjectArray> ring = MakeRing(jvmti, jni);
  if (!ring.ok()) return ring.status();
  std::vector<Sighting> sightings;
  sightings.reserve(size_t{kRingSize} * 4);
  jvmtiHeapCallbacks callbacks = {};
  callbacks.heap_reference_callback = &OnReference;
  absl::Status walked = JvmtiStatus(
      jvmti->FollowReferences(0, nullptr, *ring, &callbacks, &sightings), "FollowReferences");
  for (jint i = 0; i < kRingSize; ++i) {
    jobject part = jni->GetObjectArrayElement(*ring, i);
    jvmti->SetTag(part, 0);
    jni->DeleteLocalRef(part);
  }
  if (!walked.ok()) return walked;
  return Fit(sightings);
}

}  // namespace taproot
