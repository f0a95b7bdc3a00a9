#include "capture/follow/heap_walk.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <new>

#include "capture/jvm.h"
#include "capture/memory_guard.h"

namespace taproot {
namespace {

// Memory is looked at each time the log has grown by some 64 MiB.
constexpr uint64_t kEdgesBetweenLooks = uint64_t{1} << 21;
constexpr uint64_t kBytesPerEdge = 32;
constexpr uint64_t kCallsBetweenReports = uint64_t{1} << 16;

constexpr ObjectKey kKeyStep = 8;  // keys are multiples of 8 however they are made

ReferenceSlot SlotOf(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info) {
  auto index = [](jint i) { return static_cast<uint32_t>(i); };
  switch (kind) {
    case JVMTI_HEAP_REFERENCE_FIELD:
      return {ReferenceKind::kField, index(info->field.index)};
    case JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT:
      return {ReferenceKind::kArrayElement, index(info->array.index)};
    case JVMTI_HEAP_REFERENCE_STATIC_FIELD:
      return {ReferenceKind::kStaticField, index(info->field.index)};
    case JVMTI_HEAP_REFERENCE_CONSTANT_POOL:
      return {ReferenceKind::kConstantPool, index(info->constant_pool.index)};
    case JVMTI_HEAP_REFERENCE_CLASS_LOADER:
      return {ReferenceKind::kClassLoader, 0};
    case JVMTI_HEAP_REFERENCE_SIGNERS:
      return {ReferenceKind::kSigners, 0};
    case JVMTI_HEAP_REFERENCE_PROTECTION_DOMAIN:
      return {ReferenceKind::kProtectionDomain, 0};
    case JVMTI_HEAP_REFERENCE_INTERFACE:
      return {ReferenceKind::kInterface, 0};
    case JVMTI_HEAP_REFERENCE_SUPERCLASS:
      return {ReferenceKind::kSuperclass, 0};
    default:
      return {ReferenceKind::kOther, 0};
  }
}

}  // namespace

struct HeapWalk::Call {
  jvmtiHeapReferenceKind kind;
  const jvmtiHeapReferenceInfo* info;
  jlong class_tag;
  jlong referrer_class_tag;
  jlong size;
  jlong* tag;
  jlong* referrer_tag;
  jint length;
};

absl::Status HeapWalk::Run(jvmtiEnv* jvmti, jobject initial, uint64_t expected_references) {
  expected_calls_ = expected_references;
  if (scope_.progress != nullptr) scope_.progress->Begin("walking the heap");
  jvmtiHeapCallbacks callbacks = {};
  callbacks.heap_reference_callback = layout_ ? &OnReference<true> : &OnReference<false>;
  if (scope_.contents != nullptr) {
    callbacks.array_primitive_value_callback = layout_ ? &OnArray<true> : &OnArray<false>;
  }
  const auto begin = std::chrono::steady_clock::now();
  absl::Status walked = JvmtiStatus(jvmti->FollowReferences(0, nullptr, initial, &callbacks, this),
                                    "FollowReferences");
  pause_ms_ =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  if (failure_ == absl::StatusCode::kDataLoss) {
    return absl::DataLossError("addresses did not name the objects they should");
  }
  if (!memory_.ok()) return memory_;
  if (failure_ == absl::StatusCode::kCancelled) return absl::CancelledError("cancelled");
  if (failure_ != absl::StatusCode::kOk) {
    return absl::ResourceExhaustedError("no native memory left for the object graph");
  }
  return walked;
}

template <bool kByAddress>
jint HeapWalk::OnReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                           jlong class_tag, jlong referrer_class_tag, jlong size, jlong* tag,
                           jlong* referrer_tag, jint length, void* walk) {
  // Small lists grow by the ordinary allocator; no exception may cross into the VM.
  auto& self = *static_cast<HeapWalk*>(walk);
  try {
    const jint visit = self.Handle<kByAddress>(
        {kind, info, class_tag, referrer_class_tag, size, tag, referrer_tag, length});
    if (self.failure_ == absl::StatusCode::kOk) return visit;
  } catch (const std::bad_alloc&) {
    self.Fail(absl::StatusCode::kResourceExhausted);
  }
  return JVMTI_VISIT_ABORT;
}

// Comes while the array is expanded, after the reference to its class: so it is the current object.
template <bool kByAddress>
jint HeapWalk::OnArray(jlong class_tag, jlong size, jlong* tag, jint length,
                       jvmtiPrimitiveType type, const void* elements, void* walk) {
  auto& self = *static_cast<HeapWalk*>(walk);
  try {
    const ObjectKey key =
        self.KeyOf<kByAddress>({{}, nullptr, class_tag, 0, size, tag, nullptr, length});
    if (key != self.current_) self.Fail(absl::StatusCode::kDataLoss);
    if (self.failure_ == absl::StatusCode::kOk &&
        !self.scope_.contents->Note(key, type, elements, length)) {
      self.Fail(absl::StatusCode::kResourceExhausted);
    }
  } catch (const std::bad_alloc&) {
    self.Fail(absl::StatusCode::kResourceExhausted);
  }
  return self.failure_ == absl::StatusCode::kOk ? 0 : JVMTI_VISIT_ABORT;
}

template <bool kByAddress>
jint HeapWalk::Handle(const Call& call) {
  if (++calls_ % kCallsBetweenReports == 0) Count();
  MarkIfCollected(call);
  const ObjectKey key = KeyOf<kByAddress>(call);
  if (call.referrer_tag == nullptr) {
    NoteSize(call, key);
    return HandleRoot(call, key);
  }
  const ObjectKey referrer = ReferrerKeyOf<kByAddress>(call, key);
  if (referrer != current_) BeginNode(referrer, *call.referrer_tag);
  if (call.kind == JVMTI_HEAP_REFERENCE_CLASS) {
    nodes_.back().class_mark = MarkMirror(call.tag);
    marks_.OfTag(*call.tag).Add(Mark::kHasInstances);
    if (!scope_.whole_heap) return 0;
    // KeyOf() came before the mirror was marked.
    marks_.OfTag(*call.tag).key = key;
    NoteSize(call, key);
    return JVMTI_VISIT_OBJECTS;
  }
  // Before the walk may stop here: instances of the class will come with this tag.
  if (IsOfClass(call)) MarkMirror(call.tag);
  if (!scope_.whole_heap && Stops(call)) return 0;
  AppendEdge(key, SlotOf(call.kind, call.info));
  NoteSize(call, key);
  return JVMTI_VISIT_OBJECTS;
}

template <bool kByAddress>
ObjectKey HeapWalk::KeyOf(const Call& call) {
  if constexpr (kByAddress) {
    const ObjectKey address = layout_->ObjectAt(call.tag);
    if (layout_->SizeAt(call.tag) != call.size) Fail(absl::StatusCode::kDataLoss);
    return *call.tag == 0 ? address : KeyOfMark(*call.tag, address);
  } else {
    if (*call.tag == 0) *call.tag = static_cast<jlong>(next_tag_++);
    return MarkTable::IsMark(*call.tag) ? KeyOfMark(*call.tag, 0)
                                        : static_cast<ObjectKey>(*call.tag) * kKeyStep;
  }
}

template <bool kByAddress>
ObjectKey HeapWalk::ReferrerKeyOf(const Call& call, ObjectKey target) {
  if (call.referrer_tag == call.tag) return target;
  const jlong tag = *call.referrer_tag;
  if constexpr (kByAddress) {
    const ObjectKey address = layout_->ReferrerAt(call.referrer_tag);
    return tag == 0 ? address : KeyOfMark(tag, address);
  } else {
    if (tag == 0) Fail(absl::StatusCode::kDataLoss);  // a referrer has been met before
    return MarkTable::IsMark(tag) ? KeyOfMark(tag, 0) : static_cast<ObjectKey>(tag) * kKeyStep;
  }
}

// A marked object has been met at one address, and none other, in this walk. With thousands of
// class mirrors this is the check that the layout holds for this very capture.
ObjectKey HeapWalk::KeyOfMark(jlong tag, ObjectKey address) {
  Mark& mark = marks_.OfTag(tag);
  if (layout_) {
    if (mark.key != 0 && mark.key != address) Fail(absl::StatusCode::kDataLoss);
    mark.key = address;
  } else if (mark.key == 0) {
    mark.key = next_tag_++ * kKeyStep;
  }
  return mark.key;
}

jint HeapWalk::HandleRoot(const Call& call, ObjectKey key) {
  if (call.kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL && !nodes_.empty()) {
    pending_locals_.emplace_back(
        key, ReferenceSlot(ReferenceKind::kFrameLocal, FrameLocalIndex(call.info->stack_local)));
    return JVMTI_VISIT_OBJECTS;
  }
  roots_.push_back(LogRoot(key, call.kind, call.info, *call.tag));
  return JVMTI_VISIT_OBJECTS;
}

uint32_t HeapWalk::FrameLocalIndex(const jvmtiHeapReferenceInfoStackLocal& local) {
  const LoggedLocal logged = {local.method, local.location, local.depth, local.slot};
  const auto [at, is_new] =
      frame_local_index_.try_emplace(logged, static_cast<uint32_t>(frame_locals_.size()));
  if (is_new) frame_locals_.push_back(logged);
  return at->second;
}

void HeapWalk::BeginNode(ObjectKey key, jlong tag) {
  current_ = key;
  if (MarkTable::IsMark(tag) && marks_.OfTag(tag).Is(Mark::kPlumbing)) {
    plumbing_.push_back({nodes_.size(), MarkTable::IndexOf(tag)});
  }
  if (edge_count_ >= std::numeric_limits<uint32_t>::max()) {
    memory_ = absl::ResourceExhaustedError("the heap has more references than a graph can number");
    Fail(absl::StatusCode::kResourceExhausted);
    return;
  }
  if (!nodes_.Append({key, static_cast<uint32_t>(edge_count_), Mark::kNone})) {
    Fail(absl::StatusCode::kResourceExhausted);
    return;
  }
  for (const auto& [target, slot] : pending_locals_) AppendEdge(target, slot);
  pending_locals_.clear();
}

void HeapWalk::AppendEdge(ObjectKey target, ReferenceSlot slot) {
  if (++edge_count_ % kEdgesBetweenLooks == 0) WatchMemory();
  if (!edge_targets_.Append(target) || !edge_slots_.Append(slot)) {
    Fail(absl::StatusCode::kResourceExhausted);
  }
}

// Under overcommit an allocation does not fail: the kernel kills somebody later.
void HeapWalk::WatchMemory() {
  memory_ = CheckMemory(kEdgesBetweenLooks * kBytesPerEdge);
  if (!memory_.ok()) Fail(absl::StatusCode::kResourceExhausted);
}

void HeapWalk::Count() {
  if (scope_.progress == nullptr) return;
  const uint64_t whole = std::max(calls_, expected_calls_);
  if (!scope_.progress->Advance(calls_, whole)) Fail(absl::StatusCode::kCancelled);
}

void HeapWalk::NoteSize(const Call& call, ObjectKey key) {
  const auto words = static_cast<uint32_t>(call.size / 8);
  if (call.length < 0 && MarkTable::IsMark(call.class_tag)) {
    Mark& mirror = marks_.OfTag(call.class_tag);
    if (!mirror.Is(Mark::kOfClass)) {
      if (mirror.instance_words == 0) mirror.instance_words = words;
      if (mirror.instance_words == words) return;
      // A class whose instances differ: jdk.internal.vm.StackChunk.
      if (!sizes_.Append({key, words, 0})) Fail(absl::StatusCode::kResourceExhausted);
      return;
    }
    // A mirror of an array or primitive class has no references and is never expanded: remember it.
    Mark& mark = marks_[MarkMirror(call.tag)];
    mark.key = key;
    mark.Add(Mark::kVisited);
  }
  const uint32_t length = call.length < 0 ? 0 : static_cast<uint32_t>(call.length);
  if (!sizes_.Append({key, words, length})) Fail(absl::StatusCode::kResourceExhausted);
}

bool HeapWalk::IsOfClass(const Call& call) const {
  return call.length < 0 && MarkTable::IsMark(call.class_tag) &&
         marks_.OfTag(call.class_tag).Is(Mark::kOfClass);
}

void HeapWalk::MarkIfCollected(const Call& call) {
  if (!MarkTable::IsMark(call.class_tag)) return;
  const Mark& mirror = marks_.OfTag(call.class_tag);
  if (mirror.Is(Mark::kCollectInstances)) {
    Collect(call.tag, Mark::kCollected, scope_.max_collected, collected_);
  }
  if (mirror.Is(Mark::kDirectBuffer)) {
    Collect(call.tag, Mark::kDirectBuffer, scope_.max_collected, buffers_);
  }
  if (mirror.Is(Mark::kVirtualThread)) {
    Collect(call.tag, Mark::kVirtualThread, scope_.max_virtual_threads, virtual_threads_);
  }
}

// An object without a mark is met for the first time here: its class was marked before the walk.
void HeapWalk::Collect(jlong* tag, Mark::Role role, uint32_t at_most, Collection& collection) {
  if (*tag > 0 || (*tag != 0 && marks_.OfTag(*tag).Is(role))) return;
  if (collection.marks.size() >= at_most) {
    collection.all = false;
    return;
  }
  if (*tag == 0) *tag = MarkTable::TagOf(marks_.Add({}));
  marks_.OfTag(*tag).Add(role);
  collection.marks.push_back(MarkTable::IndexOf(*tag));
}

// Marks the mirror of a class that was loaded after the classes were listed, or that nobody listed.
uint32_t HeapWalk::MarkMirror(jlong* tag) {
  if (MarkTable::IsMark(*tag)) {
    Mark& mark = marks_.OfTag(*tag);
    if (!mark.Is(Mark::kMirror)) {
      mark.Add(Mark::kMirror);
      new_mirrors_.push_back(MarkTable::IndexOf(*tag));
    }
    return MarkTable::IndexOf(*tag);
  }
  Mark mark;
  mark.Add(Mark::kMirror);
  // By tags the object may have its number already; it must keep it.
  if (*tag > 0) mark.key = static_cast<ObjectKey>(*tag) * kKeyStep;
  const uint32_t index = marks_.Add(mark);
  *tag = MarkTable::TagOf(index);
  new_mirrors_.push_back(index);
  return index;
}

bool HeapWalk::Stops(const Call& call) {
  if (MarkTable::IsMark(call.referrer_class_tag) && call.kind == JVMTI_HEAP_REFERENCE_FIELD &&
      !scope_.walk.enter_weak) {
    const Mark& referrer_class = marks_.OfTag(call.referrer_class_tag);
    const auto field = static_cast<uint32_t>(call.info->field.index);
    if (field == referrer_class.discovered_index) return true;
    if (field == referrer_class.referent_index) {
      ++stops_.weak;
      return true;
    }
  }
  if (call.referrer_tag != nullptr && MarkTable::IsMark(*call.referrer_tag) &&
      marks_.OfTag(*call.referrer_tag).Is(Mark::kPlumbing)) {
    return false;  // an input is entered, whatever it is
  }
  if (!MarkTable::IsMark(call.class_tag)) return false;
  const Mark& mirror = marks_.OfTag(call.class_tag);
  auto stops = [&](Mark::Role role, bool entered, uint64_t& count) {
    if (!mirror.Is(role) || entered) return false;
    ++count;
    return true;
  };
  return stops(Mark::kOfClass, scope_.walk.enter_classes, stops_.classes) ||
         stops(Mark::kOfLoader, scope_.walk.enter_loaders, stops_.loaders) ||
         stops(Mark::kOfThread, scope_.walk.enter_threads, stops_.threads);
}

void HeapWalk::Fail(absl::StatusCode code) {
  if (failure_ == absl::StatusCode::kOk) failure_ = code;
}

}  // namespace taproot
