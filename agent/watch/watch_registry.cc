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
  // None of these has a cost in the interpreter or the compilers.
  jvmtiCapabilities wanted = {};
  wanted.can_tag_objects = 1;
  wanted.can_generate_garbage_collection_events = 1;
  wanted.can_generate_object_free_events = 1;
  absl::StatusOr<JvmtiEnvironment> jvmti = JvmtiEnvironment::Create(vm, wanted);
  if (!jvmti.ok()) return jvmti.status();
  std::unique_ptr<WatchRegistry> registry(new WatchRegistry(*std::move(jvmti), on_collection));
  if (absl::Status status = registry->EnableEvents(); !status.ok()) return status;
  return registry;
}

absl::Status WatchRegistry::EnableEvents() {
  absl::Status status =
      JvmtiStatus(jvmti_->SetEnvironmentLocalStorage(this), "SetEnvironmentLocalStorage");
  jvmtiEventCallbacks callbacks = {};
  callbacks.GarbageCollectionFinish = &OnGarbageCollectionFinish;
  callbacks.ObjectFree = &OnObjectFree;
  if (status.ok()) {
    status =
        JvmtiStatus(jvmti_->SetEventCallbacks(&callbacks, sizeof callbacks), "SetEventCallbacks");
  }
  for (jvmtiEvent event : {JVMTI_EVENT_GARBAGE_COLLECTION_FINISH, JVMTI_EVENT_OBJECT_FREE}) {
    if (!status.ok()) break;
    status = JvmtiStatus(jvmti_->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr),
                         "SetEventNotificationMode");
  }
  return status;
}

WatchRegistry::~WatchRegistry() {
  jvmti_->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_GARBAGE_COLLECTION_FINISH, nullptr);
  jvmti_->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_OBJECT_FREE, nullptr);
}

// Comes on a thread of the VM, at any time after the collection that took the object.
void WatchRegistry::OnObjectFree(jvmtiEnv* jvmti, jlong tag) {
  void* storage = nullptr;
  if (jvmti->GetEnvironmentLocalStorage(&storage) != JVMTI_ERROR_NONE || storage == nullptr) return;
  auto* self = static_cast<WatchRegistry*>(storage);
  {
    std::lock_guard lock(self->mutex_);
    // Room for all is there (see Watch), so this does not allocate and cannot throw.
    if (self->freed_.size() < self->freed_.capacity()) {
      self->freed_.push_back(static_cast<uint64_t>(tag));
    }
  }
  self->on_collection_();
}

void WatchRegistry::OnGarbageCollectionFinish(jvmtiEnv* jvmti) {
  void* storage = nullptr;
  if (jvmti->GetEnvironmentLocalStorage(&storage) != JVMTI_ERROR_NONE || storage == nullptr) return;
  auto* self = static_cast<WatchRegistry*>(storage);
  self->collections_finished_.fetch_add(1, std::memory_order_relaxed);
  if (self->ever_watched_.load(std::memory_order_relaxed)) self->on_collection_();
}

absl::StatusOr<uint64_t> WatchRegistry::Watch(JNIEnv* jni, jobject object, std::string name,
                                              bool* is_new) {
  const Turnstile::Passage passage(watchers_);
  jlong tag = 0;
  if (absl::Status s = JvmtiStatus(jvmti_->GetTag(object, &tag), "GetTag"); !s.ok()) return s;
  if (is_new != nullptr) *is_new = tag == 0;
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
  entry.finished_before = collections_finished_.load(std::memory_order_relaxed);
  uint64_t id = 0;
  {
    std::lock_guard lock(mutex_);
    id = entry.object.id = next_id_++;
    if (freed_.capacity() <= living_.size()) freed_.reserve(2 * living_.size() + 16);
  }
  // Once the object has its tag nothing may fail any more.
  std::map<uint64_t, Entry> fresh;
  fresh.emplace(id, std::move(entry));
  absl::Status tagged = JvmtiStatus(jvmti_->SetTag(object, static_cast<jlong>(id)), "SetTag");
  if (!tagged.ok()) return tagged;
  ever_watched_ = true;
  std::lock_guard lock(mutex_);
  living_.merge(fresh);
  return id;
}

std::vector<uint64_t> WatchRegistry::LivingIds() const {
  std::vector<uint64_t> ids;
  const std::lock_guard lock(mutex_);
  ids.reserve(living_.size());
  for (const auto& [id, entry] : living_) ids.push_back(id);
  return ids;
}

std::vector<jlong> WatchRegistry::WatchedTags() const {
  std::vector<jlong> tags;
  std::lock_guard lock(mutex_);
  tags.reserve(living_.size());
  for (const auto& [id, entry] : living_) tags.push_back(static_cast<jlong>(id));
  return tags;
}

bool WatchRegistry::Unwatch(JNIEnv* jni, uint64_t id) {
  return Unwatch(jni, std::vector<uint64_t>{id}) == 1;
}

size_t WatchRegistry::Unwatch(JNIEnv* jni, const std::vector<uint64_t>& ids) {
  const Turnstile::Passage passage(watchers_);
  std::vector<jlong> tags;
  {
    std::lock_guard lock(mutex_);
    for (uint64_t id : ids) {
      if (living_.erase(id) > 0) tags.push_back(static_cast<jlong>(id));
    }
  }
  // Only now, or else they would look dead for a moment. A tag that stays because the VM does not
  // tell its object is nobody's.
  const absl::Status told = ForEachTagged(jvmti_.get(), tags, [&](jlong, jobject object) {
    jvmti_->SetTag(object, 0);
    jni->DeleteLocalRef(object);
  });
  told.IgnoreError();
  return tags.size();
}

void WatchRegistry::CountCollection() {
  const uint64_t finished = collections_finished_.load(std::memory_order_relaxed);
  if (finished == collections_seen_) return;
  collections_seen_ = finished;
  for (auto& [id, entry] : living_) {
    if (finished > entry.finished_before) ++entry.object.collections_survived;
  }
}

void WatchRegistry::Bury(uint64_t id) {
  const auto at = living_.find(id);
  if (at == living_.end()) return;  // unwatched meanwhile, or known to be dead
  at->second.object.age_ms = MillisSince(at->second.since);
  ++collected_count_;
  collected_.push_back(std::move(at->second.object));
  living_.erase(at);
  if (collected_.size() >= 2 * kMaxCollected) {
    collected_.erase(collected_.begin(), collected_.end() - static_cast<ptrdiff_t>(kMaxCollected));
  }
}

void WatchRegistry::NoticeReportedDeaths() {
  std::lock_guard lock(mutex_);
  for (uint64_t id : freed_) Bury(id);
  freed_.clear();
  CountCollection();
}

absl::Status WatchRegistry::NoticeDeaths(JNIEnv* jni) {
  NoticeReportedDeaths();
  const std::vector<jlong> asked = WatchedTags();  // what is watched from here on is not judged
  absl::flat_hash_set<jlong> alive;
  absl::Status status = ForEachTagged(jvmti_.get(), asked, [&](jlong tag, jobject object) {
    alive.insert(tag);
    jni->DeleteLocalRef(object);
  });
  if (!status.ok()) return status;
  std::lock_guard lock(mutex_);
  for (jlong tag : asked) {
    if (!alive.contains(tag)) Bury(static_cast<uint64_t>(tag));
  }
  return absl::OkStatus();
}

absl::Status WatchRegistry::ForEachWatched(JNIEnv* jni, WatchedVisitor visit) {
  std::vector<std::pair<jlong, jobject>> found;
  absl::Status status = ForEachTagged(jvmti_.get(), WatchedTags(), [&](jlong tag, jobject object) {
    found.emplace_back(tag, object);
  });
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
  const size_t kept = std::min(collected_.size(), kMaxCollected);
  return {collected_.end() - static_cast<ptrdiff_t>(kept), collected_.end()};
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
  const auto begin = Clock::now();
  absl::Status status = JvmtiStatus(jvmti_->ForceGarbageCollection(), "ForceGarbageCollection");
  std::lock_guard lock(mutex_);
  ++forced_.count;
  forced_.total_ms += std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  return status;
}

WatchRegistry::Collections WatchRegistry::TakeForced() {
  std::lock_guard lock(mutex_);
  return std::exchange(forced_, {});
}

}  // namespace taproot
