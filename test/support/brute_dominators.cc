#include "support/brute_dominators.h"

#include <stdexcept>

#include "support/brute_force.h"

namespace taproot::test {

BruteDominators::BruteDominators(const HeapGraph& graph, const DominatorTree& tree,
                                 Strength loosest)
    : graph_(graph), tree_(tree), references_(tree.id_count()) {
  for (const PlainReference& reference : AllReferences(graph)) {
    if (reference.strength > loosest) continue;
    const ClassId klass = graph.mirrored_class(reference.from);
    bool has_holder = false;
    for (const Root& root : graph.roots()) {
      has_holder |= reference.slot.kind() == ReferenceKind::kStaticField && klass.valid() &&
                    root.kind == RootKind::kStaticField && root.klass == klass &&
                    root.field == reference.slot.index();
    }
    if (!has_holder) references_[reference.from.value].push_back(reference.to.value);
  }
  for (const Root& root : graph.roots()) AddRoot(root);
  reached_ = ReachedWithout(DominatorId());
}

// A chain of holders from the whole to the object.
void BruteDominators::AddRoot(const Root& root) {
  std::vector<DominatorId> chain = {tree_.whole()};
  auto add_class = [&](ClassId klass) {
    chain.push_back(tree_.FindLoader(graph_.java_class(klass).loader_kind));
    chain.push_back(tree_.FindClass(klass));
  };
  auto add_kind = [&](HolderKind kind) {
    for (uint32_t i = 0; i < tree_.holders().size(); ++i) {
      if (tree_.holders()[i].kind == kind) chain.emplace_back(tree_.node_count() + i);
    }
  };
  switch (root.kind) {
    case RootKind::kInput:
      break;
    case RootKind::kStaticField:
      add_class(root.klass);
      chain.push_back(tree_.FindStaticField(root.klass, root.field));
      break;
    case RootKind::kSystemClass:
      if (const ClassId klass = graph_.mirrored_class(root.node); klass.valid()) {
        add_class(klass);
      } else {
        chain.push_back(tree_.FindLoader(LoaderKind::kBoot));
      }
      break;
    case RootKind::kThread:
      chain.push_back(tree_.FindThread(root.thread));
      break;
    case RootKind::kStackLocal:
    case RootKind::kJniLocal:
      chain.push_back(tree_.FindThread(root.thread));
      if (root.depth >= 0) chain.push_back(tree_.FindFrame(root.thread, root.depth));
      break;
    case RootKind::kJniGlobal:
      add_kind(HolderKind::kJniGlobals);
      break;
    case RootKind::kMonitor:
      add_kind(HolderKind::kMonitors);
      break;
    case RootKind::kVmInternal:
      add_kind(HolderKind::kVmInternals);
      break;
  }
  chain.emplace_back(root.node.value);
  for (size_t i = 1; i < chain.size(); ++i) {
    if (!chain[i].valid()) throw std::logic_error("a root has no holder");
    references_[chain[i - 1].value].push_back(chain[i].value);
  }
}

std::vector<bool> BruteDominators::ReachedWithout(DominatorId left_out) const {
  std::vector<bool> reached(references_.size());
  std::vector<uint32_t> queue;
  auto reach = [&](uint32_t id) {
    if (reached[id] || id == left_out.value) return;
    reached[id] = true;
    queue.push_back(id);
  };
  reach(tree_.whole().value);
  while (!queue.empty()) {
    const uint32_t id = queue.back();
    queue.pop_back();
    for (uint32_t target : references_[id]) reach(target);
  }
  return reached;
}

std::vector<bool> BruteDominators::DominatedBy(DominatorId id) const {
  std::vector<bool> dominated = ReachedWithout(id);
  for (size_t i = 0; i < dominated.size(); ++i) dominated[i] = reached_[i] && !dominated[i];
  return dominated;
}

}  // namespace taproot::test
