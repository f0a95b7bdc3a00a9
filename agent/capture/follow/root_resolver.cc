#include "capture/follow/root_resolver.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "capture/follow/class_names.h"
#include "capture/modified_utf8.h"

namespace taproot {
namespace {

constexpr std::string_view kOurPackage = "org.taproot.";
constexpr std::string_view kOurInternals = "internal.";

// Frames of the library that applications call; not of what else lives below the package.
bool IsOurClass(std::string_view name) {
  if (!name.starts_with(kOurPackage)) return false;
  name.remove_prefix(kOurPackage.size());
  return name.starts_with(kOurInternals) || name.find('.') == std::string_view::npos;
}

RootKind KindOf(jvmtiHeapReferenceKind kind) {
  switch (kind) {
    case JVMTI_HEAP_REFERENCE_JNI_GLOBAL:
      return RootKind::kJniGlobal;
    case JVMTI_HEAP_REFERENCE_SYSTEM_CLASS:
      return RootKind::kSystemClass;
    case JVMTI_HEAP_REFERENCE_MONITOR:
      return RootKind::kMonitor;
    case JVMTI_HEAP_REFERENCE_STACK_LOCAL:
      return RootKind::kStackLocal;
    case JVMTI_HEAP_REFERENCE_JNI_LOCAL:
      return RootKind::kJniLocal;
    case JVMTI_HEAP_REFERENCE_THREAD:
      return RootKind::kThread;
    default:
      return RootKind::kVmInternal;
  }
}

}  // namespace

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

void RootResolver::Resolve(const std::vector<LoggedRoot>& logged) {
  for (const LoggedRoot& entry : logged) {
    if (MarkTable::IsMark(entry.tag) && marks_.OfTag(entry.tag).Is(Mark::kPlumbing)) continue;
    Root root;
    root.kind = KindOf(entry.kind);
    // The mirrors of built-in classes become roots by themselves.
    if (root.kind == RootKind::kSystemClass) {
      if (MarkTable::IsMark(entry.tag)) root.klass = marks_.OfTag(entry.tag).klass;
      if (!root.klass.valid() || builder_.java_class(root.klass).is_builtin()) continue;
    }
    root.thread = ThreadOf(entry);
    if (root.kind == RootKind::kThread) thread_keys_[root.thread.value] = entry.key;
    root.method = MethodOf(entry.method);
    if (IsOurs(entry, root.method)) continue;
    root.depth = entry.depth;
    root.slot = entry.slot;
    root.bci = entry.location;
    root.line = root.kind == RootKind::kStackLocal ? LineOf(entry.method, entry.location) : -1;
    roots_.push_back({entry.key, root});
  }
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
    // Not among the platform threads: a mounted virtual thread, or one started since.
    threads_.push_back({.name = absl::StrCat("#", logged.thread_id),
                        .tid = logged.thread_id,
                        .is_daemon = true,
                        .is_virtual = true});
    thread_keys_.push_back(0);
    if (MarkTable::IsMark(logged.thread_tag)) {
      thread_keys_.back() = marks_.OfTag(logged.thread_tag).key;
    }
  }
  return at->second;
}

MethodId RootResolver::MethodOf(jmethodID method) {
  if (method == nullptr) return {};
  const auto [at, is_new] = method_of_.try_emplace(method);
  if (!is_new) return at->second;
  LocalFrame frame(jni_, 4);
  if (!frame.ok()) return {};
  JavaMethod row;
  jclass declaring = nullptr;
  JvmtiMemory<char> name(jvmti_);
  JvmtiMemory<char> signature(jvmti_);
  // Fails where the frame has returned and its class was unloaded meanwhile.
  if (jvmti_->GetMethodDeclaringClass(method, &declaring) != JVMTI_ERROR_NONE ||
      jvmti_->GetMethodName(method, name.out(), signature.out(), nullptr) != JVMTI_ERROR_NONE) {
    return {};
  }
  JvmtiMemory<char> class_signature(jvmti_);
  JvmtiMemory<char> source_file(jvmti_);
  if (jvmti_->GetClassSignature(declaring, class_signature.out(), nullptr) == JVMTI_ERROR_NONE) {
    row.class_name = ParseSignature(class_signature.get()).name;
  }
  if (jvmti_->GetSourceFileName(declaring, source_file.out()) == JVMTI_ERROR_NONE) {
    row.source_file = FromModifiedUtf8(source_file.get());
  }
  row.name = FromModifiedUtf8(name.get());
  row.signature = FromModifiedUtf8(signature.get());
  jint max_locals = 0;
  if (jvmti_->GetMaxLocals(method, &max_locals) == JVMTI_ERROR_NONE) row.max_locals = max_locals;
  at->second = MethodId(methods_.size());
  methods_.push_back(std::move(row));
  return at->second;
}

int32_t RootResolver::LineOf(jmethodID method, jlocation bci) {
  jint count = 0;
  JvmtiMemory<jvmtiLineNumberEntry> lines(jvmti_);
  if (method == nullptr || bci < 0 ||
      jvmti_->GetLineNumberTable(method, &count, lines.out()) != JVMTI_ERROR_NONE) {
    return -1;
  }
  int32_t line = -1;
  jlocation best = -1;
  for (jint i = 0; i < count; ++i) {
    if (lines[i].start_location <= bci && lines[i].start_location > best) {
      best = lines[i].start_location;
      line = lines[i].line_number;
    }
  }
  return line;
}

bool RootResolver::IsOurs(const LoggedRoot& logged, MethodId method) const {
  if (logged.kind != JVMTI_HEAP_REFERENCE_STACK_LOCAL &&
      logged.kind != JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
    return false;
  }
  if (method.valid()) return IsOurClass(methods_[method.value].class_name);
  return logged.thread_id == own_tid_ && logged.method == nullptr;
}

void RootResolver::AddRoots(const KeyIndex& index) {
  for (JavaMethod& method : methods_) builder_.AddMethod(std::move(method));
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
