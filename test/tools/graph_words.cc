#include "tools/graph_words.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "report/reference_description.h"

namespace taproot::test {

std::string_view KindName(ReferenceKind kind) { return ReferenceKindWord(kind); }

std::string_view KindName(RootKind kind) {
  switch (kind) {
    case RootKind::kInput:
      return "input";
    case RootKind::kStaticField:
      return "static-field";
    case RootKind::kSystemClass:
      return "system-class";
    case RootKind::kThread:
      return "thread";
    case RootKind::kStackLocal:
      return "stack-local";
    case RootKind::kJniLocal:
      return "jni-local";
    case RootKind::kJniGlobal:
      return "jni-global";
    case RootKind::kMonitor:
      return "monitor";
    case RootKind::kVmInternal:
      return "vm-internal";
  }
  return "unknown kind";
}

std::string NameOf(const HeapGraph& graph, NodeId node) {
  // An engine may have a class in brackets for a mirror that mirrors none: of a primitive type.
  const ClassId mirrored = graph.mirrored_class(node);
  if (mirrored.valid() && !absl::StartsWith(graph.java_class(mirrored).name, "(")) {
    return absl::StrCat("class ", graph.java_class(mirrored).name);
  }
  return graph.java_class(node).name;
}

std::string NameOf(const HeapGraph& graph, NodeId from, ReferenceSlot slot) {
  const ReferenceKind kind = slot.kind();
  if (slot.is_element()) return absl::StrCat("[", slot.index(), "]");
  if (kind == ReferenceKind::kField || kind == ReferenceKind::kStaticField ||
      kind == ReferenceKind::kMirrorField) {
    const ClassId layout =
        kind == ReferenceKind::kStaticField ? graph.mirrored_class(from) : graph.class_of(from);
    const FieldRef ref = graph.FieldAt(layout, slot.index());
    if (ref.field != nullptr) {
      return absl::StrCat(graph.java_class(ref.declaring).name, ".", ref.field->name);
    }
  }
  return absl::StrCat("(", KindName(kind), " ", slot.index(), ")");
}

std::string DescribeRoot(const HeapGraph& graph, const Root& root) {
  std::string text(KindName(root.kind));
  if (root.thread.valid()) {
    const JavaThread& thread = graph.thread(root.thread);
    absl::StrAppend(&text, " thread ", thread.tid, " \"", thread.name, "\"");
  }
  if (root.klass.valid()) {
    absl::StrAppend(&text, " of class ", graph.java_class(root.klass).name);
    if (root.kind == RootKind::kStaticField) absl::StrAppend(&text, " field ", root.field);
  }
  if (root.method.valid()) {
    const JavaMethod& method = graph.method(root.method);
    absl::StrAppend(&text, " in ", method.class_name, ".", method.name, method.signature, " of ",
                    method.source_file, " with ", method.max_locals, " locals");
  }
  if (root.kind == RootKind::kStackLocal || root.kind == RootKind::kJniLocal) {
    absl::StrAppend(&text, " depth ", root.depth, " slot ", root.slot, " bci ", root.bci, " line ",
                    root.line);
  }
  return text;
}

}  // namespace taproot::test
