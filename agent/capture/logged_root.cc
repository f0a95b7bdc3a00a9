#include "capture/logged_root.h"

namespace taproot {
namespace {

constexpr std::string_view kOurPackage = "org.taproot.";
constexpr std::string_view kOurInternals = "internal.";

}  // namespace

LoggedRoot LogRoot(ObjectKey key, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info,
                   jlong tag) {
  if (kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL) {
    const jvmtiHeapReferenceInfoStackLocal& local = info->stack_local;
    return {key,          kind,           tag,         local.thread_tag, local.thread_id,
            local.method, local.location, local.depth, local.slot};
  }
  if (kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
    const jvmtiHeapReferenceInfoJniLocal& local = info->jni_local;
    return {key, kind, tag, local.thread_tag, local.thread_id, local.method, -1, local.depth, -1};
  }
  return {key, kind, tag, 0, -1, nullptr, -1, -1, -1};
}

RootKind RootKindOf(jvmtiHeapReferenceKind kind) {
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

bool IsOurClass(std::string_view class_name) {
  if (!class_name.starts_with(kOurPackage)) return false;
  class_name.remove_prefix(kOurPackage.size());
  return class_name.starts_with(kOurInternals) || class_name.find('.') == std::string_view::npos;
}

}  // namespace taproot
