#include "tools/pair_walk.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tools/graph_words.h"

namespace taproot::test {
namespace {

constexpr int kStepsShown = 8;

bool IsKindOf(const HeapGraph& graph, NodeId node, std::string_view class_name) {
  for (ClassId id = graph.class_of(node); id.valid(); id = graph.java_class(id).super) {
    if (graph.java_class(id).name == class_name) return true;
  }
  return false;
}

}  // namespace

PairWalk::PairWalk(const HeapGraph& reference, const HeapGraph& tested, const Scene& scene,
                   Differences* differences)
    : a_(reference),
      b_(tested),
      scene_(scene),
      differences_(*differences),
      partner_of_a_(reference.node_count()),
      partner_of_b_(tested.node_count()),
      class_partner_(reference.classes().size()) {
  for (const JavaThread& thread : a_.threads()) {
    if (thread.node.valid()) thread_names_[thread.node.value] = thread.name;
  }
}

bool PairWalk::InScene(std::string_view class_name) const {
  return scene_.everything || absl::StartsWith(class_name, scene_.classes);
}

bool PairWalk::IsSceneThread(std::string_view name) const {
  return scene_.everything || absl::StartsWith(name, scene_.threads);
}

void PairWalk::Pair(NodeId a, NodeId b, std::string_view name) {
  const auto index = static_cast<uint32_t>(pairs_.size());
  Pair(a, b, index, ReferenceSlot());
  if (pairs_.size() > index) first_names_[index] = name;
}

void PairWalk::Pair(NodeId a, NodeId b, uint32_t parent, ReferenceSlot slot) {
  const bool is_first = parent == pairs_.size();
  if (PartnerOf(a) == b && partner_of_b_[b.value] == a) return;
  if (PartnerOf(a).valid() || IsPaired(b)) {
    const std::string how =
        is_first ? "a root"
                 : absl::StrCat(Path(pairs_[parent]), " -> ", NameOf(a_, pairs_[parent].a, slot));
    differences_.Add("refers to another object",
                     absl::StrCat(how, ": ", NameOf(a_, a), ", ", NameOf(b_, b)));
    return;
  }
  partner_of_a_[a.value] = b;
  partner_of_b_[b.value] = a;
  pairs_.push_back({a, b, parent, slot});
}

void PairWalk::Run() {
  for (; next_ < pairs_.size(); ++next_) {
    CompareObjects(next_);
    if (IsEntered(pairs_[next_].a)) CompareRows(next_);
  }
}

bool PairWalk::IsEntered(NodeId a) const {
  if (scene_.everything) return true;
  if (const ClassId mirrored = a_.mirrored_class(a); mirrored.valid()) {
    return InScene(a_.java_class(mirrored).name);
  }
  const std::string& name = a_.java_class(a).name;
  if (name == "java.lang.Class") return false;
  if (IsKindOf(a_, a, "java.lang.ClassLoader")) return InScene(name);
  if (IsKindOf(a_, a, "java.lang.Thread")) {
    const auto at = thread_names_.find(a.value);
    return at != thread_names_.end() && IsSceneThread(at->second);
  }
  return !IsKindOf(a_, a, "java.lang.ThreadGroup");
}

void PairWalk::CompareObjects(uint32_t index) {
  const Step step = pairs_[index];
  auto differs = [&](std::string_view what, auto a, auto b) {
    if (a == b) return;
    differences_.Add(absl::StrCat(what, " of an object"),
                     absl::StrCat(Path(step), ": ", a, ", ", b));
  };
  const bool same_class = class_partner_[a_.class_of(step.a).value] == b_.class_of(step.b);
  if (!same_class) CompareClasses(index);
  differs("size", a_.shallow_size(step.a), b_.shallow_size(step.b));
  differs("array length", a_.array_length(step.a), b_.array_length(step.b));
  differs("native memory", a_.native_bytes(step.a), b_.native_bytes(step.b));
  differs("mirrored class", NameOf(a_, step.a), NameOf(b_, step.b));
  if (!a_.contents().empty() && !b_.contents().empty()) CompareContents(step);
}

void PairWalk::CompareContents(const Step& step) {
  const ArrayContents* a = a_.contents().Find(step.a);
  const ArrayContents* b = b_.contents().Find(step.b);
  if (a == nullptr && b == nullptr) return;
  // Outside of the scene an array may be written to at any time.
  const bool same = a != nullptr && b != nullptr && a->hash == b->hash &&
                    a->constant == b->constant && a->trailing_zeros == b->trailing_zeros;
  if (!same) differences_.Add("contents of an array", Path(step));
}

void PairWalk::CompareClasses(uint32_t index) {
  const Step step = pairs_[index];
  const ClassId a_id = a_.class_of(step.a);
  const JavaClass& a = a_.java_class(step.a);
  const JavaClass& b = b_.java_class(step.b);
  if (class_partner_[a_id.value].valid()) {
    differences_.Add("instances of one class are of two",
                     absl::StrCat(Path(step), ": ", a.name, ", ", b.name));
    return;
  }
  class_partner_[a_id.value] = b_.class_of(step.b);
  if (a.mirror.valid() && b.mirror.valid()) {
    Pair(a.mirror, b.mirror, index, ReferenceSlot(ReferenceKind::kClass, 0));
  }
  auto differs = [&](std::string_view what, const auto& of_a, const auto& of_b) {
    if (of_a == of_b) return;
    differences_.Add(absl::StrCat(what, " of a class"),
                     absl::StrCat(a.name, ": ", of_a, ", ", of_b));
  };
  auto super = [](const HeapGraph& graph, const JavaClass& c) {
    return c.super.valid() ? graph.java_class(c.super).name : std::string();
  };
  differs("name", a.name, b.name);
  differs("superclass", super(a_, a), super(b_, b));
  differs("loader", a.loader_name, b.loader_name);
  differs("kind of loader", static_cast<int>(a.loader_kind), static_cast<int>(b.loader_kind));
  differs("array or not", a.is_array, b.is_array);
  differs("hidden or not", a.is_hidden, b.is_hidden);
  differs("interface or not", a.is_interface, b.is_interface);
  differs("strength", static_cast<int>(a.referent_strength), static_cast<int>(b.referent_strength));
  if (a.fields.empty() && !b.fields.empty()) {
    // JVMTI tells no fields of a class that is not linked.
    differences_.Allow("fields of a class that is not linked", a.name);
    return;
  }
  differs("first field", a.first_field, b.first_field);
  differs("primitive fields", a.primitive_fields, b.primitive_fields);
  differs("reference fields", a.reference_fields, b.reference_fields);
  auto fields = [](const JavaClass& c) {
    std::string text;
    for (const JavaField& field : c.fields) {
      absl::StrAppend(&text, field.is_static ? " static " : " ", field.signature, " ", field.name);
    }
    return text;
  };
  differs("fields", fields(a), fields(b));
}

std::string PairWalk::Path(const Step& step) const {
  std::string path = NameOf(a_, step.a);
  Step at = step;
  for (int shown = 0;; ++shown) {
    const Step& parent = pairs_[at.parent];
    if (parent.a == at.a) {
      return absl::StrCat(first_names_.at(at.parent), " => ", path);
    }
    if (shown == kStepsShown) return absl::StrCat("... ", path);
    path = absl::StrCat(NameOf(a_, parent.a, at.slot), " -> ", path);
    at = parent;
  }
}

}  // namespace taproot::test
