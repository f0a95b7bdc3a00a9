// Reference rules looked up for one graph: what holds for a reference, in a few comparisons.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "taproot/heap_graph.h"
#include "taproot/reference_rules.h"

namespace taproot {

// Immutable; const methods may be called from any thread. Graph and rules must outlive it. Rules
// for other Java versions and for classes that the graph lacks cost nothing.
class RuleIndex {
 public:
  RuleIndex(const HeapGraph& graph, const ReferenceRules& rules);

  bool empty() const { return empty_; }
  // Whether some reference from an object of this class may have a rule. The quick answer for
  // nearly all objects; a mirror is an object of java.lang.Class.
  bool has_rules(ClassId id) const { return has_rules_[id.value] != 0; }

  RuleEffect OfReference(NodeId from, ReferenceSlot slot) const {
    return EffectOf(RuleOfReference(from, slot));
  }
  RuleEffect OfRoot(RootId root) const { return EffectOf(RuleOfRoot(root)); }

  // The rule that holds; null if there is none.
  const ReferenceRule* RuleOfReference(NodeId from, ReferenceSlot slot) const;
  const ReferenceRule* RuleOfRoot(RootId root_id) const;

 private:
  struct FieldRule {
    uint32_t field;  // position in the layout of the class
    const ReferenceRule* rule;
  };

  static RuleEffect EffectOf(const ReferenceRule* rule) {
    return rule == nullptr ? RuleEffect::kNone : rule->effect;
  }

  void AddFieldRules(const std::vector<const ReferenceRule*>& rules);
  void InheritRows();
  void AddThreadRules(const std::vector<const ReferenceRule*>& rules,
                      std::vector<const ReferenceRule*>& by_thread);
  void AddGlobalRules(const std::vector<const ReferenceRule*>& rules);
  const ReferenceRule* OfField(ClassId id, uint32_t field, NodeId from) const;
  // Of a mirror the class it stands for.
  ClassId ClassOfGlobal(const Root& root) const;
  bool IsOfThread(const ReferenceRule& rule, NodeId thread_object) const;

  const HeapGraph& graph_;
  bool empty_ = true;
  std::vector<uint8_t> has_rules_;              // by class
  std::vector<std::vector<FieldRule>> fields_;  // by class, inherited ones included
  std::vector<const ReferenceRule*> holders_;   // by thread: of its Thread object as a root
  std::vector<const ReferenceRule*> locals_;    // by thread
  absl::flat_hash_map<ClassId, const ReferenceRule*> globals_;
  absl::flat_hash_map<NodeId, ThreadId> threads_;  // by Thread object
};

}  // namespace taproot
