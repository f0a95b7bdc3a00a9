#include "report/root_description.h"

#include "absl/strings/str_cat.h"
#include "report/frame_words.h"
#include "report/words.h"

namespace taproot {
namespace {

std::string OfThread(const HeapGraph& graph, const Root& root) {
  return root.thread.valid() ? absl::StrCat(" of ", ThreadText(graph.thread(root.thread))) : "";
}

std::string InFrame(const HeapGraph& graph, const Root& root) {
  if (!root.method.valid()) return "";
  return absl::StrCat(" in ", FrameText(graph.method(root.method), root.line));
}

RootDescription StackLocal(const HeapGraph& graph, const Root& root) {
  RootDescription description{.kind = "stack-local"};
  const LocalState state = JudgeLocal(graph, root);
  if (state.scope == LocalScope::kInScope) {
    description.local = state.variable->name;
    description.live = true;
  } else if (state.scope == LocalScope::kOutOfScope) {
    description.live = false;
  }
  const std::string what = !description.local.empty() ? absl::StrCat("`", description.local, "`")
                           : root.slot >= 0           ? absl::StrCat("slot ", root.slot)
                                                      : "variable";
  description.text = absl::StrCat("local ", what, InFrame(graph, root), OfThread(graph, root));
  return description;
}

// The native frame of a JNI local has a method and no line.
RootDescription JniLocal(const HeapGraph& graph, const Root& root) {
  return {.kind = "jni-local",
          .text = absl::StrCat("JNI local", InFrame(graph, root), OfThread(graph, root))};
}

RootDescription StaticFieldRoot(const HeapGraph& graph, const Root& root) {
  const StaticField field{root.klass, root.field};
  return {.kind = "static-field",
          .text = absl::StrCat("static field ", FullName(graph, field)),
          .field = field};
}

RootDescription ThreadRoot(const HeapGraph& graph, const Root& root) {
  return {.kind = "thread",
          .text = root.thread.valid() ? ThreadText(graph.thread(root.thread)) : "thread"};
}

// The JVM says no more of these roots than that there is one.
RootDescription VmInternal(const HeapGraph& graph, const Root& root) {
  return {.kind = "vm-internal",
          .text = absl::StrCat("VM internal (", NodeName(graph, root.node), ")")};
}

}  // namespace

RootDescription DescribeRoot(const HeapGraph& graph, const Root& root) {
  switch (root.kind) {
    case RootKind::kInput:
      return {.kind = "input", .text = "the object asked for"};
    case RootKind::kStaticField:
      return StaticFieldRoot(graph, root);
    case RootKind::kSystemClass:
      return {.kind = "system-class", .text = NodeName(graph, root.node)};
    case RootKind::kThread:
      return ThreadRoot(graph, root);
    case RootKind::kStackLocal:
      return StackLocal(graph, root);
    case RootKind::kJniLocal:
      return JniLocal(graph, root);
    case RootKind::kJniGlobal:
      return {.kind = "jni-global", .text = "JNI global"};
    case RootKind::kMonitor:
      return {.kind = "monitor", .text = "locked monitor"};
    case RootKind::kVmInternal:
      break;
  }
  return VmInternal(graph, root);
}

std::string ThreadLocalName(const HeapGraph& graph, const ThreadLocalValue& value,
                            std::optional<StaticField> holder) {
  if (holder) return FullName(graph, *holder);
  return value.thread_local_object.valid() ? graph.java_class(value.thread_local_object).name : "";
}

RootDescription DescribeThreadLocalRoot(const HeapGraph& graph, const Root& root,
                                        const ThreadLocalValue& value,
                                        std::optional<StaticField> holder) {
  const std::string name = ThreadLocalName(graph, value, holder);
  return {
      .kind = "thread-local",
      .text = absl::StrCat("thread-local", name.empty() ? "" : " ", name, OfThread(graph, root)),
      .field = holder};
}

}  // namespace taproot
