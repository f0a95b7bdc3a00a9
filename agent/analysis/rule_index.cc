#include "analysis/rule_index.h"

#include <algorithm>
#include <string_view>

#include "graph/name_pattern.h"

namespace taproot {
namespace {

using RuleList = std::vector<const ReferenceRule*>;

bool HoldsFor(const ReferenceRule& rule, int feature) {
  if (feature == 0) return true;  // unknown
  return feature >= rule.min_feature && (rule.max_feature == 0 || feature <= rule.max_feature);
}

RuleList RulesAt(std::span<const ReferenceRule> rules, int feature,
                 std::initializer_list<RulePlace> places) {
  RuleList found;
  for (const ReferenceRule& rule : rules) {
    if (std::ranges::find(places, rule.place) == places.end()) continue;
    if (HoldsFor(rule, feature)) found.push_back(&rule);
  }
  return found;
}

}  // namespace

RuleIndex::RuleIndex(const HeapGraph& graph, const ReferenceRules& rules)
    : graph_(graph),
      has_rules_(graph.classes().size()),
      fields_(graph.classes().size()),
      holders_(graph.threads().size()),
      locals_(graph.threads().size()) {
  for (size_t i = 0; i < graph.threads().size(); ++i) {
    if (graph.threads()[i].node.valid()) threads_.emplace(graph.threads()[i].node, ThreadId(i));
  }
  const int feature = graph.vm().feature_version;
  AddFieldRules(
      RulesAt(rules.rules(), feature, {RulePlace::kInstanceField, RulePlace::kStaticField}));
  AddThreadRules(RulesAt(rules.rules(), feature, {RulePlace::kThread}), holders_);
  AddThreadRules(RulesAt(rules.rules(), feature, {RulePlace::kThreadLocals}), locals_);
  AddGlobalRules(RulesAt(rules.rules(), feature, {RulePlace::kJniGlobal}));
}

void RuleIndex::AddFieldRules(const RuleList& rules) {
  absl::flat_hash_map<std::string_view, RuleList> by_class;
  for (const ReferenceRule* rule : rules) by_class[rule->class_name].push_back(rule);
  for (size_t i = 0; i < fields_.size(); ++i) {
    const JavaClass& java_class = graph_.java_class(ClassId(i));
    const auto found = by_class.find(java_class.name);
    if (found == by_class.end()) continue;
    for (const ReferenceRule* rule : found->second) {
      const bool is_static = rule->place == RulePlace::kStaticField;
      for (size_t own = 0; own < java_class.fields.size(); ++own) {
        const JavaField& field = java_class.fields[own];
        if (field.name != rule->field || field.is_static != is_static) continue;
        fields_[i].push_back({java_class.first_field + static_cast<uint32_t>(own), rule});
        empty_ = false;
      }
    }
  }
  if (!empty_) InheritRows();
}

// Rules of superclasses come after those of the class itself; they are about other fields.
void RuleIndex::InheritRows() {
  std::vector<std::vector<FieldRule>> rows(fields_.size());
  bool has_static = false;
  for (size_t i = 0; i < rows.size(); ++i) {
    for (ClassId id(i); id.valid(); id = graph_.java_class(id).super) {
      for (const FieldRule& rule : fields_[id.value]) {
        rows[i].push_back(rule);
        has_static |= rule.rule->place == RulePlace::kStaticField;
      }
    }
    has_rules_[i] = rows[i].empty() ? 0 : 1;
  }
  fields_ = std::move(rows);
  if (!has_static) return;
  for (const ClassId id : graph_.FindClasses("java.lang.Class")) has_rules_[id.value] = 1;
}

void RuleIndex::AddThreadRules(const RuleList& rules, RuleList& by_thread) {
  for (size_t i = 0; i < by_thread.size(); ++i) {
    const JavaThread& thread = graph_.threads()[i];
    const auto rule = std::ranges::find_if(
        rules, [&](const ReferenceRule* r) { return MatchesPattern(thread.name, r->thread); });
    if (rule == rules.end()) continue;
    by_thread[i] = *rule;
    empty_ = false;
    // The frames of an unmounted virtual thread hang below its Thread object.
    if (thread.node.valid()) has_rules_[graph_.class_of(thread.node).value] = 1;
  }
}

void RuleIndex::AddGlobalRules(const RuleList& rules) {
  for (const Root& root : graph_.roots()) {
    if (root.kind != RootKind::kJniGlobal || rules.empty()) continue;
    const ClassId of_object = ClassOfGlobal(root);
    if (globals_.contains(of_object)) continue;
    auto is_about = [&](const ReferenceRule* rule) {
      for (ClassId id = of_object; id.valid(); id = graph_.java_class(id).super) {
        if (graph_.java_class(id).name == rule->class_name) return true;
      }
      return false;
    };
    const auto rule = std::ranges::find_if(rules, is_about);
    globals_.emplace(of_object, rule == rules.end() ? nullptr : *rule);
    if (rule != rules.end()) empty_ = false;
  }
}

ClassId RuleIndex::ClassOfGlobal(const Root& root) const {
  const ClassId mirrored = graph_.mirrored_class(root.node);
  return mirrored.valid() ? mirrored : graph_.class_of(root.node);
}

bool RuleIndex::IsOfThread(const ReferenceRule& rule, NodeId thread_object) const {
  const auto thread = threads_.find(thread_object);
  return thread != threads_.end() &&
         MatchesPattern(graph_.thread(thread->second).name, rule.thread);
}

const ReferenceRule* RuleIndex::OfField(ClassId id, uint32_t field, NodeId from) const {
  if (!id.valid()) return nullptr;
  for (const FieldRule& candidate : fields_[id.value]) {
    if (candidate.field != field) continue;
    if (candidate.rule->thread.empty() || IsOfThread(*candidate.rule, from)) return candidate.rule;
  }
  return nullptr;
}

const ReferenceRule* RuleIndex::RuleOfReference(NodeId from, ReferenceSlot slot) const {
  switch (slot.kind()) {
    case ReferenceKind::kField:
    case ReferenceKind::kMirrorField:
      return OfField(graph_.class_of(from), slot.index(), from);
    case ReferenceKind::kStaticField:
      return OfField(graph_.mirrored_class(from), slot.index(), from);
    case ReferenceKind::kFrameLocal: {
      const auto thread = threads_.find(from);
      return thread == threads_.end() ? nullptr : locals_[thread->second.value];
    }
    default:
      return nullptr;
  }
}

const ReferenceRule* RuleIndex::RuleOfRoot(RootId root_id) const {
  const Root& root = graph_.root(root_id);
  switch (root.kind) {
    case RootKind::kStaticField:
      return OfField(root.klass, root.field, root.node);
    case RootKind::kThread:
      return root.thread.valid() ? holders_[root.thread.value] : nullptr;
    case RootKind::kStackLocal:
    case RootKind::kJniLocal:
      return root.thread.valid() ? locals_[root.thread.value] : nullptr;
    case RootKind::kJniGlobal: {
      const auto found = globals_.find(ClassOfGlobal(root));
      return found == globals_.end() ? nullptr : found->second;
    }
    default:
      return nullptr;
  }
}

}  // namespace taproot
