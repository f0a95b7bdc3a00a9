#include "capture/fork/root_walk.h"

#include <algorithm>
#include <new>
#include <optional>

#include "absl/container/flat_hash_set.h"
#include "capture/fork/frozen_heap.h"
#include "capture/jvm.h"

namespace taproot {

absl::Status RootWalk::Run(jvmtiEnv* jvmti) {
  jvmtiHeapCallbacks callbacks = {};
  callbacks.heap_reference_callback = &OnReference;
  begin_ = reached_ = fork_begin_ = fork_end_ = Clock::now();
  const absl::Status walked = JvmtiStatus(
      jvmti->FollowReferences(0, nullptr, nullptr, &callbacks, this), "FollowReferences");
  end_ = Clock::now();
  if (out_of_memory_) return absl::UnavailableError("no native memory for the roots of the heap");
  if (!walked.ok()) return walked;
  if (!forked_) return absl::UnavailableError("the VM reported no roots to fork at");
  return absl::OkStatus();
}

jint RootWalk::OnReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong,
                           jlong, jlong, jlong* tag, jlong* referrer_tag, jint, void* walk) {
  auto& self = *static_cast<RootWalk*>(walk);
  if (self.log_.empty()) self.reached_ = Clock::now();
  const bool is_root = referrer_tag == nullptr;
  // Virtual threads that are mounted come as OTHER roots too, long before.
  const bool is_last_kind = kind == JVMTI_HEAP_REFERENCE_OTHER && self.saw_system_class_;
  if (!self.forked_ && (!is_root || is_last_kind)) self.Fork();
  if (self.forked_ && self.side_ != Side::kChild) return JVMTI_VISIT_ABORT;
  if (!is_root) self.go_on_(true);
  return self.OnRoot(kind, info, tag);
}

jint RootWalk::OnRoot(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                      const jlong* tag) {
  saw_system_class_ |= kind == JVMTI_HEAP_REFERENCE_SYSTEM_CLASS;
  RawRoot raw{LogRoot(0, kind, info, 0), {}};
  for (size_t i = 0; i < RawRoot::kWords; ++i) {
    raw.before[i] = static_cast<uint64_t>(tag[-static_cast<ptrdiff_t>(i) - 1]);
  }
  // No exception may cross into the VM.
  try {
    if (log_.Append(raw)) return JVMTI_VISIT_OBJECTS;
  } catch (const std::bad_alloc&) {
    // as if Append() had said so
  }
  if (side_ == Side::kChild) go_on_(false);
  out_of_memory_ = true;
  return JVMTI_VISIT_ABORT;
}

void RootWalk::Fork() {
  forked_ = true;
  fork_begin_ = Clock::now();
  side_ = fork_();
  fork_end_ = Clock::now();
}

namespace {

// Handles count for one object each; two of them may name the same.
std::optional<size_t> FindDistance(const ChunkedLog<RawRoot>& log,
                                   absl::Span<const jobject> known) {
  absl::flat_hash_set<Address> addresses;
  for (jobject handle : known) addresses.insert(FrozenHeap::LoadJobject(handle));
  for (size_t distance = 0; distance < RawRoot::kWords; ++distance) {
    absl::flat_hash_set<Address> missing = addresses;
    for (uint64_t i = 0; i < log.size() && !missing.empty(); ++i) {
      if (log[i].root.kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
        missing.erase(log[i].before[distance]);
      }
    }
    if (missing.empty()) return distance;
  }
  return std::nullopt;
}

}  // namespace

absl::StatusOr<std::vector<LoggedRoot>> ResolveRoots(const ChunkedLog<RawRoot>& log,
                                                     absl::Span<const jobject> known) {
  const std::optional<size_t> distance = FindDistance(log, known);
  if (known.empty() || !distance) {
    return absl::UnavailableError("this JVM does not keep addresses beside the tags");
  }
  std::vector<LoggedRoot> roots;
  roots.reserve(log.size());
  for (uint64_t i = 0; i < log.size(); ++i) {
    roots.push_back(log[i].root);
    roots.back().key = log[i].before[*distance];
  }
  return roots;
}

}  // namespace taproot
