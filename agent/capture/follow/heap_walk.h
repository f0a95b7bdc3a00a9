// One walk of FollowReferences, written down as it comes: what the callback does at the safepoint
// and nothing else. What the log means is worked out afterwards, with the application running.
//
// Invariants of the walk (HotSpot 17..25) that the log relies on: an object is expanded once and
// its references come in one run; the first thing an object other than a class mirror reports is
// its class; roots come before the first reference, except for the frame locals of unmounted
// virtual threads, which come right before the references of their thread object.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "capture/array_contents_log.h"
#include "capture/chunked_log.h"
#include "capture/follow/address_layout.h"
#include "capture/follow/mark_table.h"
#include "taproot/object_walk.h"
#include "taproot/progress.h"
#include "taproot/reference.h"

namespace taproot {

// An object whose references follow in the edge logs, up to the next object's.
struct LoggedNode {
  ObjectKey key;
  uint32_t first_edge;
  uint32_t class_mark;  // of the mirror of its class; Mark::kNone for class mirrors
};

// Size of an object of which the class does not tell it: arrays, mirrors, classes not marked yet.
struct LoggedSize {
  ObjectKey key;
  uint32_t words;
  uint32_t length;
};

// A local of a frame of an unmounted virtual thread. Threads that wait at one place share it.
struct LoggedLocal {
  jmethodID method;
  jlocation location;
  jint depth;
  jint slot;

  friend bool operator==(const LoggedLocal&, const LoggedLocal&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const LoggedLocal& local) {
    return H::combine(std::move(state), local.method, local.location, local.depth, local.slot);
  }
};

// A run of references that belongs to an array of ours, not to the graph.
struct LoggedPlumbing {
  uint64_t node;  // position in nodes()
  uint32_t mark;
};

struct HeapWalkScope {
  bool whole_heap = true;  // else from one object, with the stops of `walk`
  WalkOptions walk;
  uint32_t max_collected = 10000;  // instances of kCollectInstances classes that get a mark, and as
                                   // many direct buffers
  ArrayContentsLog* contents = nullptr;  // of primitive arrays, if wanted
  uint32_t max_virtual_threads = 0;      // that get a mark
  Progress* progress = nullptr;
};

class HeapWalk {
 public:
  // `marks` has the mirror of java.lang.Class marked as kOfClass. With no layout, objects are
  // tagged to know them again.
  HeapWalk(MarkTable* marks, std::optional<AddressLayout> layout, HeapWalkScope scope)
      : marks_(*marks), layout_(layout), scope_(scope) {}

  // From the roots if `initial` is null. How many references there will be is a guess, for the
  // progress. ResourceExhausted without memory; Cancelled; DataLoss if the layout did not hold, and
  // then nothing of the log may be used.
  absl::Status Run(jvmtiEnv* jvmti, jobject initial, uint64_t expected_references);

  const ChunkedLog<LoggedNode>& nodes() const { return nodes_; }
  const ChunkedLog<ObjectKey>& edge_targets() const { return edge_targets_; }
  const ChunkedLog<ReferenceSlot>& edge_slots() const { return edge_slots_; }  // JVMTI's numbering
  const ChunkedLog<LoggedSize>& sizes() const { return sizes_; }
  const std::vector<LoggedRoot>& roots() const { return roots_; }
  // What the index of a slot of kind kFrameLocal counts.
  const std::vector<LoggedLocal>& frame_locals() const { return frame_locals_; }
  const std::vector<LoggedPlumbing>& plumbing() const { return plumbing_; }  // by node, rising
  const std::vector<uint32_t>& new_mirrors() const { return new_mirrors_; }  // marks
  const std::vector<uint32_t>& collected() const { return collected_.marks; }
  bool collected_all() const { return collected_.all; }
  const std::vector<uint32_t>& buffers() const { return buffers_.marks; }
  bool all_buffers() const { return buffers_.all; }
  const std::vector<uint32_t>& virtual_threads() const { return virtual_threads_.marks; }
  bool all_virtual_threads() const { return virtual_threads_.all; }
  const WalkStops& stops() const { return stops_; }
  double pause_ms() const { return pause_ms_; }

 private:
  struct Call;  // the arguments of one callback

  template <bool kByAddress>
  static jint JNICALL OnReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                                  jlong class_tag, jlong referrer_class_tag, jlong size, jlong* tag,
                                  jlong* referrer_tag, jint length, void* walk);
  template <bool kByAddress>
  static jint JNICALL OnArray(jlong class_tag, jlong size, jlong* tag, jint length,
                              jvmtiPrimitiveType type, const void* elements, void* walk);
  template <bool kByAddress>
  jint Handle(const Call& call);
  template <bool kByAddress>
  ObjectKey KeyOf(const Call& call);
  template <bool kByAddress>
  ObjectKey ReferrerKeyOf(const Call& call, ObjectKey target);

  ObjectKey KeyOfMark(jlong tag, ObjectKey address);
  jint HandleRoot(const Call& call, ObjectKey key);
  void BeginNode(ObjectKey key, jlong tag);
  void AppendEdge(ObjectKey target, ReferenceSlot slot);
  void NoteSize(const Call& call, ObjectKey key);
  struct Collection {
    std::vector<uint32_t> marks;
    bool all = true;
  };

  bool IsOfClass(const Call& call) const;
  void MarkIfCollected(const Call& call);
  void Collect(jlong* tag, Mark::Role role, uint32_t at_most, Collection& collection);
  uint32_t FrameLocalIndex(const jvmtiHeapReferenceInfoStackLocal& local);
  void Count();
  uint32_t MarkMirror(jlong* tag);
  bool Stops(const Call& call);
  void Fail(absl::StatusCode code);
  void WatchMemory();

  MarkTable& marks_;
  const std::optional<AddressLayout> layout_;
  const HeapWalkScope scope_;

  ChunkedLog<LoggedNode> nodes_;
  ChunkedLog<ObjectKey> edge_targets_;
  ChunkedLog<ReferenceSlot> edge_slots_;
  ChunkedLog<LoggedSize> sizes_;
  std::vector<LoggedRoot> roots_;
  std::vector<std::pair<ObjectKey, ReferenceSlot>> pending_locals_;
  std::vector<LoggedLocal> frame_locals_;
  absl::flat_hash_map<LoggedLocal, uint32_t> frame_local_index_;
  std::vector<LoggedPlumbing> plumbing_;
  std::vector<uint32_t> new_mirrors_;
  Collection collected_;
  Collection buffers_;
  Collection virtual_threads_;
  WalkStops stops_;

  ObjectKey current_ = 0;  // the object that is being expanded
  uint64_t edge_count_ = 0;
  uint64_t calls_ = 0;
  uint64_t expected_calls_ = 0;
  ObjectKey next_tag_ = 1;  // identity by tags
  absl::StatusCode failure_ = absl::StatusCode::kOk;
  absl::Status memory_;  // why there is none left
  double pause_ms_ = 0;
};

}  // namespace taproot
