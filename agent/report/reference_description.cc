#include "report/reference_description.h"

#include "absl/strings/str_cat.h"
#include "analysis/path_labels.h"
#include "report/frame_words.h"
#include "report/words.h"

namespace taproot {
namespace {

std::string FieldText(const HeapGraph& graph, const ReferenceDescription& reference) {
  if (!reference.owner.valid()) return reference.name;
  return absl::StrCat(SimpleName(graph.java_class(reference.owner).name), ".", reference.name);
}

// A local of a frame of a virtual thread that is parked.
void DescribeFrameLocal(const HeapGraph& graph, ReferenceSlot slot,
                        ReferenceDescription& reference) {
  const FrameLocal* local = graph.frame_local(slot);
  if (local == nullptr) {
    reference.text = "(local of its frame)";
    return;
  }
  reference.local = local;
  reference.index = static_cast<uint32_t>(local->slot);
  const LocalState state = JudgeLocal(graph, RootLike(*local));
  if (state.scope == LocalScope::kInScope) reference.name = state.variable->name;
  reference.text = absl::StrCat("(local ", LocalText(graph, RootLike(*local)));
  if (local->method.valid()) {
    absl::StrAppend(&reference.text, " in ", FrameText(graph.method(local->method), local->line));
  }
  reference.text += ')';
}

// The key beside the value of a map entry.
std::string KeyBeside(const HeapGraph& graph, NodeId entry, std::string_view field) {
  if (field != "value" && field != "val") return "";
  const NodeId key = graph.FieldTarget(entry, "key");
  const std::string_view text = key.valid() ? graph.text(key) : std::string_view();
  if (text.empty()) return "";
  const std::string& name = graph.java_class(key).name;
  const bool is_text = name == "java.lang.String" || name == "javax.management.ObjectName";
  return is_text ? Quoted(text) : std::string(text);
}

// Of a reference that is neither a field nor a local.
std::string TextOfKind(const HeapGraph& graph, NodeId from, ReferenceSlot slot) {
  switch (slot.kind()) {
    case ReferenceKind::kArrayElement:
      return absl::StrCat("[", slot.index(), "]");
    case ReferenceKind::kCallSite: {
      const ClassId klass = graph.mirrored_class(from);
      return absl::StrCat("(call site or constant ", slot.index(), klass.valid() ? " of " : "",
                          klass.valid() ? graph.java_class(klass).name : "", ")");
    }
    case ReferenceKind::kStackWord:
      return absl::StrCat("(word ", slot.index(), " of the stack)");
    default:
      return std::string(KindName(slot.kind()));
  }
}

bool IsField(ReferenceKind kind) {
  return kind == ReferenceKind::kField || kind == ReferenceKind::kStaticField ||
         kind == ReferenceKind::kMirrorField;
}

}  // namespace

bool ReferenceDescription::is_field() const { return IsField(kind); }

std::string ReferenceDescription::OfKey() const {
  return key.empty() ? "" : absl::StrCat(" of key ", key);
}

FieldRef FieldOf(const HeapGraph& graph, NodeId from, ReferenceSlot slot) {
  switch (slot.kind()) {
    case ReferenceKind::kField:
    case ReferenceKind::kMirrorField:
      return graph.FieldAt(graph.class_of(from), slot.index());
    case ReferenceKind::kStaticField:
      return graph.FieldAt(graph.mirrored_class(from), slot.index());
    default:
      return {};
  }
}

ReferenceDescription DescribeReference(const HeapGraph& graph, NodeId from, ReferenceSlot slot) {
  ReferenceDescription reference;
  reference.kind = slot.kind();
  reference.strength = graph.strength(from, slot);
  if (slot.kind() == ReferenceKind::kFrameLocal) {
    DescribeFrameLocal(graph, slot, reference);
    return reference;
  }
  if (!IsField(slot.kind())) {
    reference.index = slot.index();
    reference.text = TextOfKind(graph, from, slot);
    return reference;
  }
  const FieldRef field = FieldOf(graph, from, slot);
  reference.owner = field.declaring;
  reference.name =
      field.field == nullptr ? absl::StrCat("field#", slot.index()) : field.field->name;
  reference.key = KeyBeside(graph, from, reference.name);
  reference.text = FieldText(graph, reference) + reference.OfKey();
  return reference;
}

ReferenceDescription DescribeFoldedReference(const HeapGraph& graph, NodeId from,
                                             ReferenceSlot slot) {
  ReferenceDescription reference = DescribeReference(graph, from, slot);
  if (slot.is_element()) reference.text = "[x]";
  if (!reference.key.empty()) {
    reference.key.clear();
    reference.text = FieldText(graph, reference);
  }
  return reference;
}

std::string_view ReferenceKindWord(ReferenceKind kind) {
  switch (kind) {
    case ReferenceKind::kField:
      return "field";
    case ReferenceKind::kArrayElement:
      return "element";
    case ReferenceKind::kStaticField:
      return "static-field";
    case ReferenceKind::kMirrorField:
      return "mirror-field";
    case ReferenceKind::kClass:
      return "class";
    case ReferenceKind::kSuperclass:
      return "superclass";
    case ReferenceKind::kInterface:
      return "interface";
    case ReferenceKind::kClassLoader:
      return "class-loader";
    case ReferenceKind::kProtectionDomain:
      return "protection-domain";
    case ReferenceKind::kSigners:
      return "signers";
    case ReferenceKind::kConstantPool:
      return "constant-pool";
    case ReferenceKind::kFrameLocal:
      return "frame-local";
    case ReferenceKind::kCallSite:
      return "call-site";
    case ReferenceKind::kHiddenClass:
      return "hidden-class";
    case ReferenceKind::kStackWord:
      return "stack-word";
    case ReferenceKind::kOther:
      break;
  }
  return "other";
}

std::string_view StrengthWord(Strength strength) {
  switch (strength) {
    case Strength::kStrong:
      return "strong";
    case Strength::kSoft:
      return "soft";
    case Strength::kFinal:
      return "final";
    case Strength::kWeak:
      return "weak";
    case Strength::kPhantom:
      return "phantom";
  }
  return "strong";
}

}  // namespace taproot
