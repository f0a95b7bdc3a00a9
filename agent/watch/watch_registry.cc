#include "watch/watch_registry.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "capture/follow/class_names.h"

namespace taproot {
namespace {

int64_t MillisSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                               begin)
      .count();
}

std::string ClassNameOf(jvmtiEnv* jvmti, JNIEnv* jni, jobject object) {
  jclass klass = jni->GetObjectClass(object);
  JvmtiMemory<char> signature(jvmti);
  const jvmtiError error = jvmti->GetClassSignature(klass, signature.out(), nullptr);
  jni->DeleteLocalRef(klass);
  return error == JVMTI_ERROR_NONE ? ParseSignature(signature.get()).name : "";
}

}  // namespace

absl::StatusOr<std::unique_ptr<WatchRegistry>> WatchRegistry::Create(JavaVM* vm,
                                                                     void (*on_collection)()) {
  absl::StatusOr<JvmtiEnvironment> jvmti = JvmtiEnvironment::Create(vm);
  if (!jvmti.ok()) return jvmti.status();
  // Neither has a cost in the interpreter or the compilers.
  jvmtiCapabilities wanted = {};
  wanted.can_tag_objects = 1;
  wanted.can_generate_garbage_collection_events = 1;
  absl::Status added = JvmtiStatus((*jvmti)->AddCapabilities(&wanted), "AddCapabilities");
  if (!added.ok()) return added;
  std::unique_ptr<WatchRegistry> registry(
      new WatchRegistry(*std::move(jvmti), on_collection));
  jvmtiEnv* env = registry->jvmti();
  absl::Status status = JvmtiStatus(env->SetEnvironmentLocalStorage(registry.get()),
                                    "SetEnvironmentLocalStorage");
  jvmtiEventCallbacks callbacks = {};
  callbacks.GarbageCollectionFinish = &OnGarbageCollectionFinish;
  if (status.ok()) {
    status = JvmtiStatus(env->SetEventCallbacks(&callbacks, sizeof callbacks), "SetEventCallbacks");
  }
  if (status.ok()) {
    status = JvmtiStatus(env->SetEventNotificationMode(
                             JVMTI_ENABLE, JVMTI_EVENT_GARBAGE_COLLECTION_FINISH, nullptr),
                         "SetEventNotificationMode");
  }
  if (!status.ok()) return status;
  return registry;
}

WatchRegistry::~WatchRegistry() {
  jvmti_->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_GARBAGE_COLLECTION_FINISH, nullptr);
}

void WatchRegistry::OnGarbageCollectionFinish(jvmtiEnv* jvmti) {
  void* storage = nullptr;
  if (jvmti->GetEnvironmentLocalStorage(&storage) != JVMTI_ERROR_NONE || storage == nullptr) return;
  auto* self = static_cast<WatchRegistry*>(storage);
  self->collections_finished_.fetch_add(1, std::memory_order_relaxed);
  self->on_collection_();
}

absl::StatusOr<uint64_t> WatchRegistry::Watch(JNIEnv* jni, jobject object, std::string name) {
  const Turnstile::Passage passage(watchers_);
  jlong tag = 0;
  if (absl::Status s = JvmtiStatus(jvmti_->GetTag(object, &tag), "GetTag"); !s.ok()) return s;
  if (tag != 0) {
    std::lock_guard lock(mutex_);
    const auto at = living_.find(static_cast<uint64_t>(tag));
    if (at != living_.end() && !name.empty()) at->second.object.name = std::move(name);
    return static_cast<uint64_t>(tag);
  }
  Entry entry;
  entry.object.name = std::move(name);
  entry.object.class_name = ClassNameOf(jvmti_.get(), jni, object);
  entry.since = Clock::now();
  {
    std::lock_guard lock(mutex_);
    entry.object.id = next_id_++;
  }
  const uint64_t id = entry.object.id;
  absl::Status tagged =
      JvmtiStatus(jvmti_->SetTag(object, static_cast<jlong>(id)), "SetTag");
  if (!tagged.ok()) return tagged;
  std::lock_guard lock(mutex_);
  living_.emplace(id, std::move(entry));
  return id;
}

std::vector<jlong> WatchRegistry::WatchedTags() const {
  std::vector<jlong> tags;
  std::lock_guard lock(mutex_);
  for (const auto& [id, entry] : living_) tags.push_back(static_cast<jlong>(id));
  return tags;
}

absl::Status WatchRegistry::LivingTags(const std::vector<jlong>& wanted, std::vector<jlong>* tags,
                                       std::vector<jobject>* objects) {
  if (wanted.empty()) return absl::OkStatus();
  jint count = 0;
  JvmtiMemory<jobject> found_objects(jvmti_.get());
  JvmtiMemory<jlong> found_tags(jvmti_.get());
  absl::Status status = JvmtiStatus(
      jvmti_->GetObjectsWithTags(static_cast<jint>(wanted.size()), wanted.data(), &count,
                                 objects == nullptr ? nullptr : found_objects.out(),
                                 found_tags.out()),
      "GetObjectsWithTags");
  if (!status.ok()) return status;
  for (jint i = 0; i < count; ++i) {
    tags->push_back(found_tags[i]);
    if (objects != nullptr) objects->push_back(found_objects[i]);
  }
  return absl::OkStatus();
}

bool WatchRegistry::Unwatch(JNIEnv* jni, uint64_t id) {
  {
    std::lock_guard lock(mutex_);
    if (living_.erase(id) == 0) return false;
  }
  // Only now, or else it would look dead for a moment.
  const auto tag = static_cast<jlong>(id);
  jint count = 0;
  JvmtiMemory<jobject> objects(jvmti_.get());
  if (jvmti_->GetObjectsWithTags(1, &tag, &count, objects.out(), nullptr) == JVMTI_ERROR_NONE) {
    for (jint i = 0; i < count; ++i) {
      jvmti_->SetTag(objects[i], 0);
      jni->DeleteLocalRef(objects[i]);
    }
  }
  return true;
}

absl::Status WatchRegistry::NoticeDeaths(JNIEnv* jni) {
  const uint64_t finished = collections_finished_.load(std::memory_order_relaxed);
  const std::vector<jlong> asked = WatchedTags();  // what is watched from here on is not judged
  LocalFrame frame(jni, 16);
  std::vector<jlong> tags;
  if (absl::Status s = LivingTags(asked, &tags, nullptr); !s.ok()) return s;
  const absl::flat_hash_set<jlong> alive(tags.begin(), tags.end());
  std::lock_guard lock(mutex_);
  const bool collected_since = finished > collections_seen_;
  if (collected_since) collections_seen_ = finished;
  for (jlong tag : asked) {
    const auto at = living_.find(static_cast<uint64_t>(tag));
    if (at == living_.end()) continue;  // unwatched meanwhile
    WatchedObject& object = at->second.object;
    if (alive.contains(tag)) {
      if (collected_since) ++object.collections_survived;
      continue;
    }
    object.age_ms = MillisSince(at->second.since);
    ++collected_count_;
    collected_.push_back(std::move(object));
    living_.erase(at);
  }
  if (collected_.size() > kMaxCollected) {
    collected_.erase(collected_.begin(),
                     collected_.end() - static_cast<ptrdiff_t>(kMaxCollected));
  }
  return absl::OkStatus();
}

absl::Status WatchRegistry::ForEachWatched(JNIEnv* jni, WatchedVisitor visit) {
  std::vector<jlong> tags;
  std::vector<jobject> objects;
  absl::Status status = LivingTags(WatchedTags(), &tags, &objects);
  std::vector<std::pair<jlong, jobject>> found;
  for (size_t i = 0; i < objects.size(); ++i) found.emplace_back(tags[i], objects[i]);
  std::ranges::sort(found, {}, &std::pair<jlong, jobject>::first);
  for (const auto& [tag, object] : found) {
    const std::optional<WatchedObject> watched = Describe(static_cast<uint64_t>(tag));
    if (status.ok() && watched) status = visit(object, *watched);
    jni->DeleteLocalRef(object);
  }
  return status;
}

std::optional<WatchedObject> WatchRegistry::Describe(uint64_t id) const {
  std::lock_guard lock(mutex_);
  const auto at = living_.find(id);
  if (at == living_.end()) return std::nullopt;
  WatchedObject watched = at->second.object;
  watched.age_ms = MillisSince(at->second.since);
  return watched;
}

std::vector<WatchedObject> WatchRegistry::Collected() const {
  std::lock_guard lock(mutex_);
  return collected_;
}

uint64_t WatchRegistry::collected_count() const {
  std::lock_guard lock(mutex_);
  return collected_count_;
}

size_t WatchRegistry::living_count() const {
  std::lock_guard lock(mutex_);
  return living_.size();
}

std::vector<uint64_t> WatchRegistry::Find(std::string_view name_or_id) const {
  uint64_t number = 0;
  const bool is_number = absl::SimpleAtoi(name_or_id, &number);
  std::vector<uint64_t> ids;
  if (name_or_id.empty()) return ids;  // else it would be the name of all that have none
  std::lock_guard lock(mutex_);
  for (const auto& [id, entry] : living_) {
    if (entry.object.name == name_or_id || (is_number && id == number)) ids.push_back(id);
  }
  return ids;
}

absl::Status WatchRegistry::ForceCollection() {
  return JvmtiStatus(jvmti_->ForceGarbageCollection(), "ForceGarbageCollection");
}

}  // namespace taproot
