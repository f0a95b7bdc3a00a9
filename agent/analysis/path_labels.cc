#include "analysis/path_labels.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace taproot {
namespace {

std::string ClassesOf(LoaderKind loader) {
  switch (loader) {
    case LoaderKind::kBoot:
      return "classes of the boot loader";
    case LoaderKind::kPlatform:
      return "classes of the platform loader";
    case LoaderKind::kApp:
      return "classes of the app loader";
    case LoaderKind::kCustom:
      break;
  }
  return "classes";
}

std::string InMethod(const JavaMethod& method) {
  return absl::StrCat(" in ", method.class_name, ".", method.name);
}

std::string StaticFieldName(const HeapGraph& graph, const Root& root) {
  if (!root.klass.valid()) return "static field";
  const FieldRef field = graph.FieldAt(root.klass, root.field);
  const ClassId owner = field.declaring.valid() ? field.declaring : root.klass;
  return absl::StrCat("static field ", ClassLabel(graph.java_class(owner)), ".",
                      field.field == nullptr ? "?" : field.field->name);
}

std::string ThreadName(const HeapGraph& graph, ThreadId id) {
  if (!id.valid()) return "thread";
  const JavaThread& thread = graph.thread(id);
  const std::string kind = thread.is_virtual ? "virtual thread" : "thread";
  return thread.name.empty() ? kind : absl::StrCat(kind, " \"", WithoutNumbers(thread.name), "\"");
}

std::string RootName(const HeapGraph& graph, const Root& root) {
  const std::string method =
      root.method.valid() ? InMethod(graph.method(root.method)) : std::string();
  switch (root.kind) {
    case RootKind::kInput:
      return "the object asked for";
    case RootKind::kStaticField:
      return StaticFieldName(graph, root);
    case RootKind::kSystemClass: {
      const ClassId mirrored = graph.mirrored_class(root.node);
      return ClassesOf(mirrored.valid() ? graph.java_class(mirrored).loader_kind
                                        : LoaderKind::kBoot);
    }
    case RootKind::kThread:
      return ThreadName(graph, root.thread);
    case RootKind::kStackLocal:
      return absl::StrCat("local", method);
    case RootKind::kJniLocal:
      return absl::StrCat("JNI local", method);
    case RootKind::kJniGlobal:
      return "JNI global";
    case RootKind::kMonitor:
      return "locked monitor";
    case RootKind::kVmInternal:
      break;
  }
  return "VM internal";
}

std::string FrameLocalName(const HeapGraph& graph, ReferenceSlot slot) {
  const FrameLocal* local = graph.frame_local(slot);
  if (local == nullptr || !local->method.valid()) return "(local of a frame)";
  return absl::StrCat("(local", InMethod(graph.method(local->method)), ")");
}

uint64_t Mix(uint64_t hash, std::string_view text) {
  constexpr uint64_t kPrime = 0x100000001b3;  // FNV-1a, 64 bits
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  return (hash ^ 0xff) * kPrime;  // no character of UTF-8: where a text ends makes a difference
}

}  // namespace

std::string_view KindName(ReferenceKind kind) {
  switch (kind) {
    case ReferenceKind::kArrayElement:
      return "[]";
    case ReferenceKind::kClass:
      return "(class)";
    case ReferenceKind::kSuperclass:
      return "(superclass)";
    case ReferenceKind::kInterface:
      return "(interface)";
    case ReferenceKind::kClassLoader:
      return "(class loader)";
    case ReferenceKind::kProtectionDomain:
      return "(protection domain)";
    case ReferenceKind::kSigners:
      return "(signers)";
    case ReferenceKind::kConstantPool:
      return "(constant pool)";
    case ReferenceKind::kCallSite:
      return "(call site or constant)";
    case ReferenceKind::kHiddenClass:
      return "(hidden class)";
    case ReferenceKind::kStackWord:
      return "(stack of a parked thread)";
    default:
      return "(inside the VM)";
  }
}

std::string WithoutNumbers(std::string_view name) {
  std::string folded;
  for (size_t i = 0; i < name.size(); ++i) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(name[i]))) {
      folded += name[i];
    } else if (i == 0 || !absl::ascii_isdigit(static_cast<unsigned char>(name[i - 1]))) {
      folded += '*';
    }
  }
  return folded;
}

std::string ClassLabel(const JavaClass& java_class) {
  const std::string& name = java_class.name;
  const bool numbered =
      absl::StrContains(name, "$Proxy") || absl::StartsWith(name, "jdk.internal.reflect.Generated");
  return numbered ? WithoutNumbers(name) : name;
}

PathLabel RootLabel(const HeapGraph& graph, const Root& root) {
  return {.name = RootName(graph, root), .class_name = ClassLabel(graph.java_class(root.node))};
}

PathLabel ReferenceLabel(const HeapGraph& graph, NodeId from, ReferenceSlot slot, ClassId target) {
  PathLabel label{.class_name = ClassLabel(graph.java_class(target))};
  FieldRef field;
  switch (slot.kind()) {
    case ReferenceKind::kField:
    case ReferenceKind::kMirrorField:
      field = graph.FieldAt(graph.class_of(from), slot.index());
      break;
    case ReferenceKind::kStaticField:
      field = graph.FieldAt(graph.mirrored_class(from), slot.index());
      break;
    case ReferenceKind::kFrameLocal:
      label.name = FrameLocalName(graph, slot);
      return label;
    default:
      label.name = KindName(slot.kind());
      return label;
  }
  if (field.declaring.valid()) label.owner = ClassLabel(graph.java_class(field.declaring));
  label.name = field.field == nullptr ? absl::StrCat("field#", slot.index()) : field.field->name;
  return label;
}

uint64_t FingerprintOf(uint64_t above, const PathLabel& label) {
  constexpr uint64_t kBasis = 0xcbf29ce484222325;
  const uint64_t hash = Mix(Mix(Mix(kBasis ^ above, label.owner), label.name), label.class_name);
  return (hash ^ (hash >> 32)) * 0x9e3779b97f4a7c15u;
}

}  // namespace taproot
