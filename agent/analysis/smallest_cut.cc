#include "taproot/smallest_cut.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "analysis/backward_tree.h"

namespace taproot {
namespace {

// In the tree of a search: the step goes back along a reference that carries flow, from its target
// to the object that has it.
constexpr uint32_t kUndo = Id<void>::kNone;

bool IsRemovable(ReferenceKind kind) {
  switch (kind) {
    case ReferenceKind::kField:
    case ReferenceKind::kArrayElement:
    case ReferenceKind::kStaticField:
    case ReferenceKind::kMirrorField:
    case ReferenceKind::kFrameLocal:
    case ReferenceKind::kStackWord:
      return true;
    case ReferenceKind::kClass:
    case ReferenceKind::kSuperclass:
    case ReferenceKind::kInterface:
    case ReferenceKind::kClassLoader:
    case ReferenceKind::kProtectionDomain:
    case ReferenceKind::kSigners:
    case ReferenceKind::kConstantPool:
    case ReferenceKind::kOther:
    case ReferenceKind::kCallSite:
    case ReferenceKind::kHiddenClass:
      break;
  }
  return false;
}

bool IsRemovable(RootKind kind) { return kind != RootKind::kSystemClass; }

}  // namespace

struct CutFinder::Scratch {
  explicit Scratch(uint32_t node_count) : tree(node_count), carries(node_count) {}

  BackwardTree tree;
  NodeSet carries;  // objects whose references carry flow; empty between searches
};

class CutFinder::Search {
 public:
  Search(const Referrers& referrers, Scratch& scratch, Progress* progress)
      : referrers_(referrers),
        graph_(referrers.graph()),
        tree_(scratch.tree),
        carries_(scratch.carries),
        progress_(progress) {}
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  ~Search() {
    tree_.Clear();
    for (const auto& [node, flows] : flows_) carries_.Erase(node);
  }

  SmallestCut Find(NodeId target, uint32_t limit) {
    if (FindRoot(target, /*bound_only=*/true).valid()) return {CutOutcome::kImpossible, {}};
    for (uint32_t flow = 0;; ++flow) {
      const RootId root = FindRoot(target, /*bound_only=*/false);
      if (!root.valid()) return Cut(flow);
      if (flow == limit) return {CutOutcome::kTooLarge, {}};
      Augment(root, target);
    }
  }

 private:
  // Of an object: units that one of its references carries.
  struct Flow {
    uint32_t position;
    NodeId to;
    uint32_t units;
  };
  using Flows = absl::InlinedVector<Flow, 1>;

  // A root from which one more unit can flow to the target, by the tree; none if there is no such
  // root. `bound_only`: by what cannot be removed alone.
  RootId FindRoot(NodeId target, bool bound_only) {
    Stride stride(progress_, "searching the smallest cut", graph_.node_count());
    tree_.Clear();
    tree_.Meet(target, target, 0);
    for (size_t head = 0; head < tree_.queue().size() && stride.Step(); ++head) {
      const NodeId node = tree_.queue()[head];
      for (RootId root : referrers_.roots_of(node)) {
        const bool removable = IsRemovable(graph_.root(root).kind);
        if (!removable || (!bound_only && !used_roots_.contains(root))) return root;
      }
      MeetReferrers(node, bound_only);
      if (carries_.contains(node)) MeetUndone(node);
    }
    return {};
  }

  void MeetReferrers(NodeId node, bool bound_only) {
    for (Referrer referrer : referrers_.of(node)) {
      if (tree_.met(referrer.node) || !referrers_.is_strong(referrer)) continue;
      if (IsRemovable(referrers_.slot(referrer).kind()) && (bound_only || Units(referrer) > 0)) {
        continue;
      }
      tree_.Meet(referrer.node, node, referrer.position);
    }
  }

  void MeetUndone(NodeId node) {
    for (const Flow& flow : flows_[node]) {
      if (flow.units > 0 && !tree_.met(flow.to)) tree_.Meet(flow.to, node, kUndo);
    }
  }

  uint32_t Units(Referrer referrer) const {
    if (!carries_.contains(referrer.node)) return 0;
    for (const Flow& flow : flows_.at(referrer.node)) {
      if (flow.position == referrer.position) return flow.units;
    }
    return 0;
  }

  void Augment(RootId root, NodeId target) {
    used_roots_.insert(root);
    for (NodeId node = graph_.root(root).node; node != target; node = tree_.next(node)) {
      const NodeId next = tree_.next(node);
      if (tree_.via(node) == kUndo) {
        TakeBack(next, node);
      } else {
        Add(node, tree_.via(node), next);
      }
    }
  }

  void Add(NodeId node, uint32_t position, NodeId to) {
    carries_.Insert(node);
    Flows& flows = flows_[node];
    const auto found = std::ranges::find(flows, position, &Flow::position);
    if (found == flows.end()) {
      flows.push_back({position, to, 1});
    } else {
      ++found->units;
    }
  }

  void TakeBack(NodeId node, NodeId to) {
    for (Flow& flow : flows_[node]) {
      if (flow.to != to || flow.units == 0) continue;
      --flow.units;
      return;
    }
  }

  // After a search that found no root the tree holds what still reaches the target: what enters it
  // is full, and that is the cut.
  SmallestCut Cut(uint32_t flow) const {
    SmallestCut cut;
    if (flow == 0) return cut;
    cut.outcome = CutOutcome::kFound;
    for (RootId root : used_roots_) {
      const NodeId node = graph_.root(root).node;
      if (tree_.met(node)) cut.references.push_back({root, NodeId(), ReferenceSlot(), node});
    }
    for (const auto& [node, flows] : flows_) {
      if (tree_.met(node)) continue;
      for (const Flow& each : flows) {
        if (each.units == 0 || !tree_.met(each.to)) continue;
        const ReferenceSlot slot = referrers_.slot({node, each.position});
        cut.references.push_back({RootId(), node, slot, each.to});
      }
    }
    SortReferences(cut.references);
    return cut;
  }

  // The maps have no order that lasts.
  void SortReferences(std::vector<CutReference>& references) const {
    std::ranges::sort(references, {}, [&](const CutReference& reference) {
      const bool is_root = reference.root.valid();
      return std::tuple(!is_root, is_root ? referrers_.order(reference.root) : 0, reference.from,
                        reference.slot.bits(), reference.to);
    });
  }

  const Referrers& referrers_;
  const HeapGraph& graph_;
  BackwardTree& tree_;
  NodeSet& carries_;
  Progress* const progress_;
  absl::flat_hash_map<NodeId, Flows> flows_;
  absl::flat_hash_set<RootId> used_roots_;
};

CutFinder::CutFinder(const Referrers& referrers, Progress* progress)
    : referrers_(referrers),
      progress_(progress),
      scratch_(std::make_unique<Scratch>(referrers.graph().node_count())) {}

CutFinder::~CutFinder() = default;

SmallestCut CutFinder::Find(NodeId target, uint32_t limit) {
  return Search(referrers_, *scratch_, progress_).Find(target, limit);
}

}  // namespace taproot
