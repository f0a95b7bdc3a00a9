#include "capture/follow/root_resolver.h"

#include <utility>

#include "capture/modified_utf8.h"
#include "capture/root_rows.h"

namespace taproot {
absl::Status RootResolver::MarkThreads() {
  LocalFrame frame(jni_, 16);
  if (!frame.ok()) return absl::ResourceExhaustedError("no room for local references");
  absl::StatusOr<jclass> thread_class = FindBootClass(jni_, "java/lang/Thread");
  if (!thread_class.ok()) return thread_class.status();
  absl::StatusOr<jfieldID> tid = FindField(jni_, *thread_class, "tid", "J");
  if (!tid.ok()) return tid.status();
  jint count = 0;
  JvmtiMemory<jthread> threads(jvmti_);
  if (absl::Status s = JvmtiStatus(jvmti_->GetAllThreads(&count, threads.out()), "GetAllThreads");
      !s.ok()) {
    return s;
  }
  for (jint i = 0; i < count; ++i) {
    if (absl::Status s = MarkThread(threads[i], *tid); !s.ok()) return s;
    jni_->DeleteLocalRef(threads[i]);
  }
  jthread self = nullptr;
  if (jvmti_->GetCurrentThread(&self) == JVMTI_ERROR_NONE && self != nullptr) {
    own_tid_ = jni_->GetLongField(self, *tid);
  }
  return absl::OkStatus();
}

absl::Status RootResolver::MarkThread(jthread thread, jfieldID tid) {
  jvmtiThreadInfo info = {};
  // A thread that ended since it was listed has no info any more.
  if (jvmti_->GetThreadInfo(thread, &info) != JVMTI_ERROR_NONE) return absl::OkStatus();
  JavaThread row;
  row.name = info.name == nullptr ? "" : FromModifiedUtf8(info.name);
  row.is_daemon = info.is_daemon == JNI_TRUE;
  row.is_agent = IsAgentThreadName(row.name) && IsTopGroup(info.thread_group);
  row.tid = jni_->GetLongField(thread, tid);
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(info.name));
  if (info.thread_group != nullptr) jni_->DeleteLocalRef(info.thread_group);
  if (info.context_class_loader != nullptr) jni_->DeleteLocalRef(info.context_class_loader);

  const ThreadId id(threads_.size());
  jlong tag = 0;
  if (absl::Status s = JvmtiStatus(jvmti_->GetTag(thread, &tag), "GetTag"); !s.ok()) return s;
  if (MarkTable::IsMark(tag)) {
    marks_.OfTag(tag).thread = id;
  } else {
    const uint32_t mark = marks_.Add({.thread = id});
    if (absl::Status s = JvmtiStatus(jvmti_->SetTag(thread, MarkTable::TagOf(mark)), "SetTag");
        !s.ok()) {
      return s;
    }
  }
  thread_of_tid_[row.tid] = id;
  threads_.push_back(std::move(row));
  thread_keys_.push_back(0);
  return absl::OkStatus();
}

bool RootResolver::IsTopGroup(jthreadGroup group) {
  LocalFrame frame(jni_, 2);
  jvmtiThreadGroupInfo info = {};
  if (!frame.ok() || group == nullptr ||
      jvmti_->GetThreadGroupInfo(group, &info) != JVMTI_ERROR_NONE) {
    return false;
  }
  jvmti_->Deallocate(reinterpret_cast<unsigned char*>(info.name));
  return info.parent == nullptr;
}

void RootResolver::Resolve(const std::vector<LoggedRoot>& logged) {
  for (const LoggedRoot& entry : logged) {
    if (MarkTable::IsMark(entry.tag) && marks_.OfTag(entry.tag).Is(Mark::kPlumbing)) continue;
    const RootKind kind = RootKindOf(entry.kind);
    ClassId klass;
    // The mirrors of built-in classes become roots by themselves.
    if (kind == RootKind::kSystemClass) {
      if (MarkTable::IsMark(entry.tag)) klass = marks_.OfTag(entry.tag).klass;
      if (!klass.valid() || builder_.java_class(klass).is_builtin()) continue;
    }
    const ThreadId thread = ThreadOf(entry);
    if (kind == RootKind::kThread) thread_keys_[thread.value] = entry.key;
    Root root = RootOf(entry, methods_);
    if (IsOurRoot(entry, root.method, own_tid_, methods_)) continue;
    root.klass = klass;
    root.thread = thread;
    roots_.push_back({entry.key, root});
  }
}

void RootResolver::ResolveFrameLocals(const std::vector<LoggedLocal>& logged) {
  frame_locals_.reserve(logged.size());
  for (const LoggedLocal& local : logged) {
    frame_locals_.push_back({.method = methods_.Find(local.method),
                             .depth = local.depth,
                             .slot = local.slot,
                             .bci = local.location,
                             .line = methods_.LineOf(local.method, local.location)});
  }
}

void RootResolver::AddPlatformStack(const ThreadStack& stack) {
  // One that started since the walk holds nothing of the graph.
  const auto at = thread_of_tid_.find(stack.tid);
  if (at != thread_of_tid_.end()) TakeStack(stack, methods_, threads_[at->second.value]);
}

void RootResolver::AddVirtualThread(const ThreadStack& stack, uint32_t mark) {
  const auto [at, is_new] = thread_of_tid_.try_emplace(stack.tid, threads_.size());
  if (is_new) {
    threads_.emplace_back();
    thread_keys_.push_back(0);
  }
  thread_keys_[at->second.value] = marks_[mark].key;
  JavaThread& row = threads_[at->second.value];
  row.name = stack.name;
  row.tid = stack.tid;
  row.is_daemon = row.is_virtual = true;
  if (stack.carrier_tid) {
    const auto carrier = thread_of_tid_.find(*stack.carrier_tid);
    if (carrier != thread_of_tid_.end()) row.carrier = carrier->second;
  }
  TakeStack(stack, methods_, row);
}

ThreadId RootResolver::ThreadOf(const LoggedRoot& logged) {
  if (logged.kind == JVMTI_HEAP_REFERENCE_THREAD) {
    if (MarkTable::IsMark(logged.tag) && marks_.OfTag(logged.tag).thread.valid()) {
      return marks_.OfTag(logged.tag).thread;
    }
    // Started after the threads were listed.
    threads_.push_back({.name = "(started during the capture)"});
    thread_keys_.push_back(0);
    return ThreadId(threads_.size() - 1);
  }
  if (logged.thread_id < 0) return {};
  const auto [at, is_new] = thread_of_tid_.try_emplace(logged.thread_id, threads_.size());
  if (is_new) {
    threads_.push_back(UnlistedThread(logged.thread_id));
    thread_keys_.push_back(0);
    if (MarkTable::IsMark(logged.thread_tag)) {
      thread_keys_.back() = marks_.OfTag(logged.thread_tag).key;
    }
  }
  return at->second;
}

void RootResolver::AddRoots(const KeyIndex& index) {
  methods_.MoveTo(builder_);
  for (const FrameLocal& local : frame_locals_) builder_.AddFrameLocal(local);
  for (size_t i = 0; i < threads_.size(); ++i) {
    if (thread_keys_[i] != 0) threads_[i].node = index.Find(thread_keys_[i]);
    builder_.AddThread(std::move(threads_[i]));
  }
  for (ResolvedRoot& resolved : roots_) {
    resolved.root.node = index.Find(resolved.key);
    if (resolved.root.node.valid()) builder_.AddRoot(resolved.root);
  }
}

}  // namespace taproot
