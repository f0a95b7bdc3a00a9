#include "analysis/dominator_search.h"

#include <algorithm>

#include "graph/parallel.h"

namespace taproot {

DominatorSearch::DominatorSearch(const HeapGraph& graph, const DominatorHolders& holders,
                                 Strength loosest)
    : graph_(graph),
      holders_(holders),
      loosest_(loosest),
      special_(graph.node_count()),
      number_(size_t{graph.node_count()} + holders.size()),
      joining_(graph.reference_count()),
      joining_class_(graph.node_count()) {
  tree_.id = FlatArray<uint32_t>(number_.size());
  tree_.parent = FlatArray<uint32_t>(number_.size());
  MarkSpecial();
}

void DominatorSearch::MarkSpecial() {
  std::vector<uint8_t> special_class(graph_.classes().size());
  for (size_t i = 0; i < special_class.size(); ++i) {
    const JavaClass& java_class = graph_.java_class(ClassId(i));
    special_class[i] = java_class.referent_strength > loosest_ ||
                       (!java_class.is_builtin() && java_class.mirror.valid());
  }
  const ClassId* const class_of = graph_.rows().class_of.data();
  ForEachPart((uint64_t{graph_.node_count()} + 63) / 64, [&](uint64_t begin, uint64_t end) {
    for (uint64_t word = begin; word < end; ++word) {
      const uint64_t base = word * 64;
      const uint64_t count = std::min<uint64_t>(64, graph_.node_count() - base);
      uint64_t bits = 0;
      for (uint64_t i = 0; i < count; ++i) {
        bits |= uint64_t{special_class[class_of[base + i].value]} << i;
      }
      special_.SetWord(base, bits);
    }
  });
  for (uint32_t i = 0; i < holders_.size(); ++i) {
    if (holders_[i].kind != HolderKind::kStaticField) continue;
    const NodeId mirror = graph_.java_class(holders_[i].klass).mirror;
    if (mirror.valid()) special_.Set(mirror.value);
  }
}

bool DominatorSearch::Run(Progress* progress) {
  Stride stride(progress, "dominators: numbering", number_.size());
  stack_ = FlatArray<Visit>(graph_.node_count());
  const uint32_t first_holder = graph_.node_count();
  Number(first_holder + holders_.whole(), 0);
  // The whole first, then the others as they lie: below each one first its objects, then the
  // holders below it.
  auto explore_objects = [&](uint32_t holder) {
    const uint32_t number = number_[first_holder + holder];
    for (NodeId object : holders_.objects(holder)) {
      if (number_[object.value] != 0) {
        held_.emplace_back(number_[object.value], number);
      } else if (!Explore(object, number, stride)) {
        return false;
      }
    }
    return true;
  };
  bool complete = explore_objects(holders_.whole());
  for (uint32_t holder = 0; complete && holder < holders_.whole(); ++holder) {
    Number(first_holder + holder, number_[first_holder + holders_.parent(holder)]);
    complete = explore_objects(holder);
  }
  stack_.Release();
  return complete;
}

uint32_t DominatorSearch::Number(uint32_t id, uint32_t parent) {
  const uint32_t number = tree_.count++;
  number_[id] = number;
  tree_.id[number] = id;
  tree_.parent[number] = parent;
  return number;
}

// What lies behind the references is on its way into the cache while the search is below the first.
DominatorSearch::Visit DominatorSearch::Enter(NodeId node, uint32_t parent) {
  constexpr uint32_t kAhead = 8;
  const uint32_t* const first = graph_.rows().first.data();
  const NodeId* const targets = graph_.rows().targets.data();
  const uint32_t begin = first[node.value];
  const uint32_t end = first[node.value + 1];
  for (uint32_t at = begin; at < std::min(end, begin + kAhead); ++at) {
    __builtin_prefetch(&number_[targets[at].value]);
    __builtin_prefetch(&first[targets[at].value]);
  }
  return {Number(node.value, parent), begin, end};
}

bool DominatorSearch::Explore(NodeId start, uint32_t holder, Stride& stride) {
  const NodeId* const targets = graph_.rows().targets.data();
  size_t depth = 0;
  NodeId node = start;
  Visit visit = Enter(node, holder);
  bool special = special_.contains(node.value);
  if (special) ++visit.end;  // one more, for the class
  while (true) {
    while (visit.at < visit.end) {
      const uint32_t at = visit.at++;
      const NodeId target = special ? SpecialTarget(node, at) : targets[at];
      if (special && !target.valid()) continue;
      if (number_[target.value] != 0) {
        if (target != node) MarkJoining(node, at);
        continue;
      }
      if (visit.at < visit.end) stack_[depth++] = visit;
      node = target;
      visit = Enter(node, visit.number);
      special = special_.contains(node.value);
      if (special) ++visit.end;
      if (!stride.Step()) return false;
    }
    if (depth == 0) return true;
    visit = stack_[--depth];
    node = NodeId(tree_.id[visit.number]);
    special = special_.contains(node.value);
  }
}

// None if the reference does not count. The one past the end of the row is that to the class.
NodeId DominatorSearch::SpecialTarget(NodeId from, uint32_t at) const {
  if (at == graph_.rows().first[from.value + 1]) return graph_.implied_class_target(from);
  const ReferenceSlot slot = graph_.rows().slots[at];
  if (graph_.strength(from, slot) > loosest_) return {};
  if (slot.kind() == ReferenceKind::kStaticField) {
    const ClassId klass = graph_.mirrored_class(from);
    if (klass.valid() && holders_.HasStaticField(graph_, klass, slot.index())) return {};
  }
  return graph_.rows().targets[at];
}

void DominatorSearch::MarkJoining(NodeId from, uint32_t at) {
  if (at == graph_.rows().first[from.value + 1]) {
    joining_class_.Set(from.value);
  } else {
    joining_.Set(at);
  }
}

}  // namespace taproot
