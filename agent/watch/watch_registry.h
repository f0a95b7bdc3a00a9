// The objects somebody expects to die.
//
// A watched object is held by nothing: it carries a tag, its id, in an environment made for that
// alone, so that the tag map stays tiny. When the object dies its tag is gone. All methods may be
// called from any attached thread; no lock is held while the JVM is called.
#pragma once

#include <jni.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "capture/capture.h"
#include "capture/jvm.h"
#include "watch/turnstile.h"

namespace taproot {

class WatchRegistry {
 public:
  // on_collection is called on the VM's thread in a pause after each collection: it may only do
  // what a signal handler may.
  static absl::StatusOr<std::unique_ptr<WatchRegistry>> Create(JavaVM* vm, void (*on_collection)());
  ~WatchRegistry();

  // The object's id; the one it has if it is watched already.
  absl::StatusOr<uint64_t> Watch(JNIEnv* jni, jobject object, std::string name,
                                 bool* is_new = nullptr);
  // False if nothing with this id is watched (any more).
  bool Unwatch(JNIEnv* jni, uint64_t id);
  // How many of them were.
  size_t Unwatch(JNIEnv* jni, const std::vector<uint64_t>& ids);

  // Which watched objects have died, as far as the VM has told by now. Counts a collection for the
  // others if one has finished since the last look. Calls nothing in the VM: asking it for the
  // living would keep them alive through a concurrent collection, and takes time by their square.
  void NoticeReportedDeaths();
  // The same for certain, once a collection was forced: asks the VM.
  absl::Status NoticeDeaths(JNIEnv* jni);

  // What is known of a living one; nullopt if it is not (any more).
  std::optional<WatchedObject> Describe(uint64_t id) const;
  // Visits the living, by rising id.
  absl::Status ForEachWatched(JNIEnv* jni, WatchedVisitor visit);
  // The dead that were noticed, oldest first; the latest kMaxCollected of them.
  std::vector<WatchedObject> Collected() const;
  uint64_t collected_count() const;
  size_t living_count() const;
  std::vector<uint64_t> LivingIds() const;
  // Ids of the living whose name or number this is.
  std::vector<uint64_t> Find(std::string_view name_or_id) const;

  struct Collections {
    int count = 0;
    double total_ms = 0;
  };

  // Since the agent is there, forced ones included; pauses rather than cycles with some collectors.
  uint64_t collections_finished() const { return collections_finished_; }

  absl::Status ForceCollection();
  // How many were forced since the last call, and how long they took.
  Collections TakeForced();
  jvmtiEnv* jvmti() const { return jvmti_.get(); }

  static constexpr size_t kMaxCollected = 1000;

 private:
  using Clock = std::chrono::steady_clock;

  struct Entry {
    WatchedObject object;
    Clock::time_point since;
    uint64_t finished_before = 0;  // collections
  };

  WatchRegistry(JvmtiEnvironment jvmti, void (*on_collection)())
      : jvmti_(std::move(jvmti)), on_collection_(on_collection) {}

  static void JNICALL OnGarbageCollectionFinish(jvmtiEnv* jvmti);
  static void JNICALL OnObjectFree(jvmtiEnv* jvmti, jlong tag);
  absl::Status EnableEvents();
  void CountCollection();  // the rest with mutex_ held
  void Bury(uint64_t id);
  std::vector<jlong> WatchedTags() const;

  JvmtiEnvironment jvmti_;
  void (*on_collection_)();
  std::atomic<uint64_t> collections_finished_{0};
  std::atomic<bool> ever_watched_{false};  // before, a collection is nobody's business

  Turnstile watchers_;  // threads that watch or unwatch one object agree on its id

  mutable std::mutex mutex_;
  std::map<uint64_t, Entry> living_;
  std::vector<WatchedObject> collected_;
  std::vector<uint64_t> freed_;  // reported, and still among the living
  uint64_t collected_count_ = 0;
  uint64_t collections_seen_ = 0;
  uint64_t next_id_ = 1;
  Collections forced_;
};

}  // namespace taproot
