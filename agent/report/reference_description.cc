#include "report/reference_description.h"

#include "absl/strings/str_cat.h"
#include "report/words.h"

namespace taproot {
namespace {

std::string FieldText(const HeapGraph& graph, const ReferenceDescription& reference) {
  if (!reference.owner.valid()) return reference.name;
  return absl::StrCat(SimpleName(graph.java_class(reference.owner).name), ".", reference.name);
}

std::string OtherText(ReferenceKind kind, uint32_t index) {
  switch (kind) {
    case ReferenceKind::kArrayElement:
      return absl::StrCat("[", index, "]");
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
    case ReferenceKind::kFrameLocal:
      return absl::StrCat("(local slot ", index, " of its frame)");
    case ReferenceKind::kField:
    case ReferenceKind::kStaticField:
    case ReferenceKind::kMirrorField:
    case ReferenceKind::kOther:
      break;
  }
  return "(inside the VM)";
}

bool IsField(ReferenceKind kind) {
  return kind == ReferenceKind::kField || kind == ReferenceKind::kStaticField ||
         kind == ReferenceKind::kMirrorField;
}

}  // namespace

bool ReferenceDescription::is_field() const { return IsField(kind); }

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
  if (!IsField(slot.kind())) {
    reference.index = slot.index();
    reference.text = OtherText(slot.kind(), slot.index());
    return reference;
  }
  const FieldRef field = FieldOf(graph, from, slot);
  reference.owner = field.declaring;
  reference.name =
      field.field == nullptr ? absl::StrCat("field#", slot.index()) : field.field->name;
  reference.text = FieldText(graph, reference);
  return reference;
}

ReferenceDescription DescribeFoldedReference(const HeapGraph& graph, NodeId from,
                                             ReferenceSlot slot) {
  ReferenceDescription reference = DescribeReference(graph, from, slot);
  if (slot.is_element()) reference.text = "[x]";
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
