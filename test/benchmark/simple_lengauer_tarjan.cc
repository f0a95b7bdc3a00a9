#include "benchmark/simple_lengauer_tarjan.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace taproot {
namespace {

class Run {
 public:
  explicit Run(const HeapGraph& graph)
      : graph_(graph), root_(graph.node_count()), number_(size_t{root_} + 1, kNone) {
    for (const Root& root : graph.roots()) roots_.push_back(root.node.value);
  }

  SimpleDominators Go() && {
    SimpleDominators result;
    auto timed = [&](double& ms, auto step) {
      const auto start = std::chrono::steady_clock::now();
      step();
      ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
               .count();
    };
    timed(result.numbering_ms, [&] { NumberAll(); });
    timed(result.predecessors_ms, [&] { ListPredecessors(); });
    timed(result.dominators_ms, [&] { FindDominators(); });
    timed(result.retained_ms, [&] { Retain(result); });
    return result;
  }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};

  // Whether all references of the objects of a class are strong, and none leads to the class.
  void FindPlainClasses() {
    for (const JavaClass& java_class : graph_.classes()) {
      plain_.push_back(java_class.referent_strength == Strength::kStrong &&
                       (java_class.is_builtin() || !java_class.mirror.valid()));
    }
  }

  // The references of a vertex by number, the one to its class last.
  uint32_t Begin(uint32_t id) const { return id == root_ ? 0 : graph_.first_reference(NodeId(id)); }
  uint32_t End(uint32_t id) const {
    if (id == root_) return static_cast<uint32_t>(roots_.size());
    return graph_.rows().first[id + 1] + (IsPlain(id) ? 0 : 1);
  }
  bool IsPlain(uint32_t id) const { return plain_[graph_.class_of(NodeId(id)).value] != 0; }
  // kNone if the reference does not count.
  uint32_t Target(uint32_t id, bool plain, uint32_t at) const {
    if (id == root_) return roots_[at];
    const HeapGraph::Rows& rows = graph_.rows();
    if (plain) return rows.targets[at].value;
    const NodeId node(id);
    if (at == rows.first[id + 1]) return graph_.implied_class_target(node).value;
    return graph_.strength(node, rows.slots[at]) == Strength::kStrong ? rows.targets[at].value
                                                                      : kNone;
  }

  void NumberAll() {
    struct Visit {
      uint32_t id;
      uint32_t at;
      uint32_t end;
      bool plain;
    };
    FindPlainClasses();
    std::vector<Visit> stack;
    auto enter = [&](uint32_t id, uint32_t parent) {
      number_[id] = static_cast<uint32_t>(vertex_.size());
      vertex_.push_back(id);
      parent_.push_back(parent);
      stack.push_back({id, Begin(id), End(id), id != root_ && IsPlain(id)});
    };
    vertex_.reserve(number_.size());
    parent_.reserve(number_.size());
    enter(root_, 0);
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.at == top.end) {
        stack.pop_back();
        continue;
      }
      const uint32_t target = Target(top.id, top.plain, top.at++);
      if (target != kNone && number_[target] == kNone) enter(target, number_[top.id]);
    }
  }

  // Calls visit(target, referrer), in numbers, for all references that count.
  template <typename Visit>
  void ForEachReference(Visit&& visit) const {
    for (uint32_t id = 0; id <= root_; ++id) {
      const uint32_t number = number_[id];
      if (number == kNone) continue;
      const bool plain = id != root_ && IsPlain(id);
      const uint32_t end = End(id);
      for (uint32_t at = Begin(id); at < end; ++at) {
        const uint32_t target = Target(id, plain, at);
        if (target != kNone) visit(number_[target], number);
      }
    }
  }

  void ListPredecessors() {
    const size_t count = vertex_.size();
    first_.assign(count + 1, 0);
    ForEachReference([&](uint32_t target, uint32_t) { ++first_[target + 1]; });
    for (size_t v = 0; v < count; ++v) first_[v + 1] += first_[v];
    predecessors_.resize(first_[count]);
    std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
    ForEachReference(
        [&](uint32_t target, uint32_t referrer) { predecessors_[next[target]++] = referrer; });
  }

  uint32_t Evaluate(uint32_t v) {
    if (ancestor_[v] == kNone) return v;
    path_.clear();
    for (; ancestor_[ancestor_[v]] != kNone; v = ancestor_[v]) path_.push_back(v);
    while (!path_.empty()) {
      const uint32_t w = path_.back();
      path_.pop_back();
      const uint32_t above = ancestor_[w];
      if (semi_[label_[above]] < semi_[label_[w]]) label_[w] = label_[above];
      ancestor_[w] = ancestor_[above];
      v = w;
    }
    return label_[v];
  }

  void FindDominators() {
    const auto count = static_cast<uint32_t>(vertex_.size());
    semi_.resize(count);
    label_.resize(count);
    for (uint32_t v = 0; v < count; ++v) semi_[v] = label_[v] = v;
    ancestor_.assign(count, kNone);
    dominator_.assign(count, 0);
    std::vector<uint32_t> bucket(count, kNone);
    std::vector<uint32_t> next(count, kNone);
    for (uint32_t v = count; v-- > 1;) {
      for (uint32_t i = first_[v]; i < first_[v + 1]; ++i) {
        semi_[v] = std::min(semi_[v], semi_[Evaluate(predecessors_[i])]);
      }
      next[v] = std::exchange(bucket[semi_[v]], v);
      const uint32_t parent = parent_[v];
      ancestor_[v] = parent;
      for (uint32_t w = std::exchange(bucket[parent], kNone); w != kNone; w = next[w]) {
        const uint32_t u = Evaluate(w);
        dominator_[w] = semi_[u] < semi_[w] ? u : parent;
      }
    }
    for (uint32_t v = 1; v < count; ++v) {
      if (dominator_[v] != semi_[v]) dominator_[v] = dominator_[dominator_[v]];
    }
  }

  void Retain(SimpleDominators& result) const {
    std::vector<uint64_t> retained(vertex_.size());
    for (size_t v = 1; v < vertex_.size(); ++v) {
      retained[v] = graph_.shallow_size(NodeId(vertex_[v]));
    }
    for (size_t v = vertex_.size(); v-- > 1;) retained[dominator_[v]] += retained[v];
    result.parent.assign(graph_.node_count(), kNone);
    result.retained_bytes.assign(graph_.node_count(), 0);
    for (size_t v = 1; v < vertex_.size(); ++v) {
      result.parent[vertex_[v]] = vertex_[dominator_[v]];
      result.retained_bytes[vertex_[v]] = retained[v];
    }
  }

  const HeapGraph& graph_;
  const uint32_t root_;
  std::vector<uint32_t> roots_;
  std::vector<uint8_t> plain_;    // by class
  std::vector<uint32_t> number_;  // by id
  // By number.
  std::vector<uint32_t> vertex_, parent_, first_, predecessors_;
  std::vector<uint32_t> semi_, label_, ancestor_, dominator_;
  std::vector<uint32_t> path_;
};

}  // namespace

SimpleDominators SimpleLengauerTarjan(const HeapGraph& graph) { return Run(graph).Go(); }

}  // namespace taproot
