// Paths that share no object, as a flow in which every object but the target carries one unit.
//
// Each object is thought of as two, one that references enter and one that they leave. An object
// that carries no flow is entered and left in one step; of one that does, only these lead on: what
// it refers to in the flow (the unit takes another way from here), and whatever else refers to it
// (the unit comes by another way).
#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "analysis/path_ways_scratch.h"
#include "analysis/way.h"

namespace taproot {

class PathWays::DisjointSearch {
 public:
  DisjointSearch(const Referrers& referrers, Scratch& scratch, Progress* progress)
      : referrers_(referrers),
        graph_(referrers.graph()),
        tree_(scratch.tree),
        carries_(scratch.closed),
        progress_(progress) {}
  DisjointSearch(const DisjointSearch&) = delete;
  DisjointSearch& operator=(const DisjointSearch&) = delete;
  ~DisjointSearch() {
    tree_.Clear();
    for (const auto& [node, unit] : units_) carries_.Erase(node);
  }

  DisjointWays Find(NodeId target, uint32_t count) {
    target_ = target;
    DisjointWays ways;
    uint32_t flow = 0;
    for (RootId root = FindRoot(); root.valid(); root = FindRoot()) {
      if (flow == count) {
        ways.more = true;
        break;
      }
      Augment(root);
      ++flow;
    }
    for (const Way& way : Collect()) ways.paths.push_back(ToRootPath(referrers_, target, way));
    return ways;
  }

 private:
  // What an object on a path of the flow is entered and left by.
  struct Unit {
    RootId root;        // enters here; else
    Referrer referrer;  // this one does
    NodeId next;
    uint32_t position = 0;  // of the reference to `next`
  };
  // The side of an object that references leave, where it carries flow. Where a search came from:
  // from `next` by a reference, or from the object's other side.
  struct Exit {
    NodeId node;
    NodeId next;
    uint32_t position = 0;
    bool from_entry = false;
  };
  struct State {
    NodeId node;
    bool is_exit = false;
  };

  // Finds a root from which one more unit can flow, and how: in tree_ for the sides that references
  // enter, in exits_ for the others.
  RootId FindRoot() {
    Stride stride(progress_, "searching disjoint paths", graph_.node_count());
    tree_.Clear();
    exits_.clear();
    states_.clear();
    MeetEntry(target_, target_, 0);
    for (size_t head = 0; head < states_.size() && stride.Step(); ++head) {
      const State state = states_[head];
      if (state.is_exit) {
        const NodeId next = units_.at(state.node).next;
        if (next != target_ && !tree_.met(next)) MeetEntry(next, state.node, 0);
      } else if (const RootId root = ExpandEntry(state.node); root.valid()) {
        return root;
      }
    }
    return {};
  }

  RootId ExpandEntry(NodeId node) {
    const bool carries = carries_.contains(node);
    for (RootId root : referrers_.roots_of(node)) {
      if (node == target_ ? !target_roots_.contains(root)
                          : !carries || units_.at(node).root != root) {
        return root;
      }
    }
    for (Referrer referrer : referrers_.of(node)) {
      const bool other_carries = carries_.contains(referrer.node);
      if (!other_carries && tree_.met(referrer.node)) continue;
      if (!referrers_.is_strong(referrer) || referrer.node == target_) continue;
      if (!other_carries) {
        MeetEntry(referrer.node, node, referrer.position);
        continue;
      }
      const Unit& unit = units_.at(referrer.node);
      if (unit.next != node || unit.position != referrer.position) {
        MeetExit({referrer.node, node, referrer.position, false});
      }
    }
    if (carries) MeetExit({node, node, 0, true});
    return {};
  }

  void MeetEntry(NodeId node, NodeId next, uint32_t position) {
    tree_.Meet(node, next, position);
    states_.push_back({node, false});
  }

  void MeetExit(const Exit& exit) {
    if (exits_.try_emplace(exit.node, exit).second) states_.push_back({exit.node, true});
  }

  // Follows the tree from the root's object to the target. An object that carries flow already is
  // entered anew; the unit that entered it so far turns back to where it came from, and takes
  // another way from there.
  void Augment(RootId root) {
    RootId entering_root = root;
    Referrer entering;
    NodeId node = graph_.root(root).node;
    while (node != target_) {
      const auto [unit, fresh] = units_.try_emplace(node);
      carries_.Insert(node);
      const Referrer before = unit->second.referrer;
      unit->second.root = entering_root;
      unit->second.referrer = entering;
      NodeId next = tree_.next(node);
      uint32_t position = tree_.via(node);
      NodeId from = node;
      if (!fresh) {
        const Exit& exit = TurnBack(before.node);
        from = exit.node;
        next = exit.next;
        position = exit.position;
      }
      units_[from].next = next;
      units_[from].position = position;
      entering_root = RootId();
      entering = {from, position};
      node = next;
    }
    if (entering_root.valid()) target_roots_.insert(entering_root);
  }

  // The first object back along the flow from which another way leads on; those that are passed
  // carry nothing any more.
  const Exit& TurnBack(NodeId node) {
    while (exits_.at(node).from_entry) {
      const NodeId before = units_.at(node).referrer.node;
      units_.erase(node);
      carries_.Erase(node);
      node = before;
    }
    return exits_.at(node);
  }

  std::vector<Way> Collect() const {
    std::vector<Way> ways;
    for (RootId root : target_roots_) ways.push_back({{}, root, {}});
    for (const auto& [node, unit] : units_) {
      if (unit.next != target_) continue;
      Way way;
      way.hops.push_back({node, unit.position});
      for (const Unit* at = &unit; !at->root.valid(); at = &units_.at(at->referrer.node)) {
        way.hops.push_back(at->referrer);
      }
      way.root = units_.at(way.hops.back().node).root;
      ways.push_back(std::move(way));
    }
    for (Way& way : ways) way.level = LevelOf(referrers_, way);
    std::ranges::sort(ways, {}, [&](const Way& way) {
      return std::tuple(way.level, way.length(), referrers_.order(way.root));
    });
    return ways;
  }

  const Referrers& referrers_;
  const HeapGraph& graph_;
  BackwardTree& tree_;
  NodeSet& carries_;  // the objects of units_
  Progress* const progress_;
  NodeId target_;
  absl::flat_hash_map<NodeId, Unit> units_;   // by object on a path
  absl::flat_hash_set<RootId> target_roots_;  // paths of no reference
  absl::flat_hash_map<NodeId, Exit> exits_;
  std::vector<State> states_;
};

DisjointWays PathWays::Disjoint(NodeId target, uint32_t count) {
  return DisjointSearch(referrers_, *scratch_, progress_).Find(target, count);
}

}  // namespace taproot
