#include "taproot/suspects.h"

#include <algorithm>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "analysis/accumulation.h"
#include "analysis/path_labels.h"

namespace taproot {
namespace {

// What stands at the top of the tree, seen through holders that say nothing of who is at fault.
class TopLevel {
 public:
  TopLevel(const DominatorTree& tree, uint64_t threshold) : tree_(tree), threshold_(threshold) {
    // There may be millions: looking their bytes up at every comparison would take seconds.
    std::vector<std::pair<uint64_t, DominatorId>> found;
    open_.push_back(tree.whole());
    while (!open_.empty()) {
      const DominatorId id = open_.back();
      open_.pop_back();
      tree.ForEachChild(id, [&](DominatorId child) {
        if (IsTransparent(child)) {
          open_.push_back(child);
        } else if (const uint64_t bytes = tree.retained_bytes(child); bytes > 0) {
          found.emplace_back(bytes, child);
        }
      });
    }
    std::ranges::sort(found, [](const auto& a, const auto& b) {
      return std::tie(b.first, a.second) < std::tie(a.first, b.second);
    });
    found_.reserve(found.size());
    for (const auto& [bytes, id] : found) found_.push_back(id);
  }

  std::span<const DominatorId> heaviest_first() const { return found_; }

 private:
  bool IsHeavy(DominatorId id) const { return tree_.retained_bytes(id) >= threshold_; }

  bool IsTransparent(DominatorId id) const {
    if (tree_.is_object(id)) return false;
    switch (tree_.holder(id).kind) {
      case HolderKind::kStaticField:
      case HolderKind::kThread:
      case HolderKind::kFrame:
        return false;
      case HolderKind::kClass: {
        // The class stands for its static fields only where none of them is to blame alone.
        if (!IsHeavy(id)) return true;
        bool one_is_heavy = false;
        tree_.ForEachChild(id, [&](DominatorId child) { one_is_heavy |= IsHeavy(child); });
        return one_is_heavy;
      }
      default:
        return true;
    }
  }

  const DominatorTree& tree_;
  const uint64_t threshold_;
  std::vector<DominatorId> open_;
  std::vector<DominatorId> found_;
};

RootPath Shortest(std::span<const RootPath* const> paths) {
  return **std::ranges::min_element(paths, {},
                                    [](const RootPath* path) { return path->steps.size(); });
}

std::vector<const RootPath*> Found(std::span<const std::optional<RootPath>> paths) {
  std::vector<const RootPath*> found;
  for (const std::optional<RootPath>& path : paths) {
    if (path) found.push_back(&*path);
  }
  return found;
}

// Where most of the paths from the roots to some objects go together.
struct CommonPath {
  NodeId last;       // none if they do not even begin at one object
  double share = 1;  // of the paths that pass there
  std::optional<RootPath> example;
};

CommonPath MergePaths(std::span<const std::optional<RootPath>> paths, double share) {
  CommonPath common;
  std::vector<const RootPath*> passing = Found(paths);
  if (passing.empty()) return common;
  const auto whole = static_cast<double>(passing.size());
  for (size_t step = 0;; ++step) {
    absl::flat_hash_map<NodeId, uint64_t> next;
    for (const RootPath* path : passing) {
      // The objects themselves are no way to them.
      if (step + 1 < path->steps.size()) ++next[path->steps[step].node];
    }
    const auto most = std::ranges::max_element(next, [](const auto& a, const auto& b) {
      return std::tuple(a.second, b.first) < std::tuple(b.second, a.first);
    });
    if (most == next.end() || static_cast<double>(most->second) <= share * whole) break;
    common.last = most->first;
    common.share = static_cast<double>(most->second) / whole;
    std::erase_if(passing, [&](const RootPath* path) {
      return step + 1 >= path->steps.size() || path->steps[step].node != common.last;
    });
  }
  common.example = Shortest(passing);
  return common;
}

// The deepest object of the path, not below `last`, that is no part of a collection.
NodeId ContainerOnPath(const HeapGraph& graph, const RootPath& path, NodeId last) {
  NodeId container;
  for (const PathStep& step : path.steps) {
    if (!IsCarrier(graph.java_class(step.node))) container = step.node;
    if (step.node == last) break;
  }
  return container;
}

class SuspectSearch {
 public:
  SuspectSearch(const HeapGraph& graph, const DominatorTree& tree, const SuspectOptions& options,
                Progress* progress)
      : graph_(graph), tree_(tree), options_(options), progress_(progress) {
    for (size_t i = 0; i < graph.threads().size(); ++i) {
      const NodeId node = graph.threads()[i].node;
      if (node.valid()) thread_of_.emplace(node, ThreadId(i));
    }
  }

  SuspectReport Find();

 private:
  struct Group {
    SuspectKind kind = SuspectKind::kClass;
    ClassId klass;
    std::string thread_name;
    std::vector<DominatorId> members;  // heaviest first
    absl::flat_hash_set<ThreadId> threads;
    uint64_t bytes = 0;
  };

  struct Candidate {
    Suspect suspect;
    std::vector<NodeId> sample;  // objects whose paths tell how the memory is reached
  };

  bool cancelled() const { return progress_ != nullptr && progress_->cancelled(); }
  std::vector<Group> GroupRest(std::span<const DominatorId> rest) const;
  NodeId ObjectOf(DominatorId id) const;
  ThreadId ThreadOf(DominatorId id) const;
  Candidate Single(DominatorId id) const;
  Candidate Grouped(const Group& group) const;
  void AddPaths(std::vector<Candidate>& candidates) const;
  void AddCommonPath(std::span<const std::optional<RootPath>> paths, Suspect& suspect) const;
  NodeId ContainerOf(DominatorId point, DominatorId top) const;

  const HeapGraph& graph_;
  const DominatorTree& tree_;
  const SuspectOptions& options_;
  Progress* const progress_;
  absl::flat_hash_map<NodeId, ThreadId> thread_of_;  // by Thread object
};

SuspectReport SuspectSearch::Find() {
  const uint64_t live = tree_.retained_bytes(tree_.whole());
  SuspectReport report{.live_objects = tree_.retained_objects(tree_.whole()),
                       .live_bytes = live,
                       .min_percent = options_.min_percent};
  const auto threshold = std::max<uint64_t>(
      1, static_cast<uint64_t>(static_cast<double>(live) * options_.min_percent / 100));
  const TopLevel top(tree_, threshold);
  std::span<const DominatorId> rest = top.heaviest_first();
  std::vector<Candidate> candidates;
  for (; !rest.empty() && tree_.retained_bytes(rest[0]) >= threshold; rest = rest.subspan(1)) {
    candidates.push_back(Single(rest[0]));
    if (cancelled()) return report;
  }
  for (const Group& group : GroupRest(rest)) {
    if (group.bytes < threshold || group.members.size() < 2) continue;
    candidates.push_back(Grouped(group));
    if (cancelled()) return report;
  }
  const bool none = candidates.empty();
  if (none && !rest.empty()) candidates.push_back(Single(rest[0]));
  AddPaths(candidates);
  for (Candidate& candidate : candidates) {
    report.suspects.push_back(std::move(candidate.suspect));
  }
  if (none && !report.suspects.empty()) {
    report.heaviest = std::move(report.suspects[0]);
    report.suspects.clear();
  }
  std::ranges::stable_sort(report.suspects, std::ranges::greater(), &Suspect::retained_bytes);
  return report;
}

// An object to show for what stands at the top: of a holder the heaviest that it holds.
NodeId SuspectSearch::ObjectOf(DominatorId id) const {
  if (tree_.is_object(id)) return tree_.object(id);
  NodeId heaviest;
  for (const DominatorId below : ObjectsBelow(tree_, id)) {
    const NodeId node = tree_.object(below);
    if (!heaviest.valid() || tree_.retained_bytes(node) > tree_.retained_bytes(heaviest)) {
      heaviest = node;
    }
  }
  return heaviest;
}

// A thread's object is the thread as well: where thread groups hold it, it stands beside its
// holder.
ThreadId SuspectSearch::ThreadOf(DominatorId id) const {
  if (!tree_.is_object(id)) {
    const Holder& holder = tree_.holder(id);
    return holder.kind == HolderKind::kThread ? holder.thread : ThreadId();
  }
  const auto at = thread_of_.find(tree_.object(id));
  return at == thread_of_.end() ? ThreadId() : at->second;
}

std::vector<SuspectSearch::Group> SuspectSearch::GroupRest(
    std::span<const DominatorId> rest) const {
  absl::flat_hash_map<std::string, size_t> by_key;
  std::vector<Group> groups;
  Stride stride(progress_, "grouping suspects", rest.size());
  for (const DominatorId id : rest) {
    if (!stride.Step()) break;
    Group group;
    std::string key;
    const ThreadId thread = ThreadOf(id);
    if (thread.valid()) {
      group.kind = SuspectKind::kThreads;
      group.thread_name = WithoutNumbers(graph_.thread(thread).name);
      key = group.thread_name;
    } else {
      const NodeId object = ObjectOf(id);
      if (!object.valid()) continue;
      group.klass = graph_.class_of(object);
      key.push_back('\0');
      key += std::to_string(group.klass.value);
    }
    const auto [at, is_new] = by_key.try_emplace(std::move(key), groups.size());
    if (is_new) groups.push_back(std::move(group));
    groups[at->second].members.push_back(id);
    if (thread.valid()) groups[at->second].threads.insert(thread);
    groups[at->second].bytes += tree_.retained_bytes(id);
  }
  return groups;
}

// All in one search.
void SuspectSearch::AddPaths(std::vector<Candidate>& candidates) const {
  std::vector<NodeId> targets;
  for (const Candidate& candidate : candidates) {
    targets.insert(targets.end(), candidate.sample.begin(), candidate.sample.end());
  }
  const std::vector<std::optional<RootPath>> paths = FindRootPaths(
      graph_, targets, {.loosest = Strength::kStrong, .rules = options_.rules}, progress_);
  std::span<const std::optional<RootPath>> rest = paths;
  for (Candidate& candidate : candidates) {
    const auto own = rest.first(candidate.sample.size());
    rest = rest.subspan(candidate.sample.size());
    if (candidate.suspect.kind == SuspectKind::kClass) {
      AddCommonPath(own, candidate.suspect);
    } else if (const auto found = Found(own); !found.empty()) {
      candidate.suspect.path = Shortest(found);
    }
  }
}

void SuspectSearch::AddCommonPath(std::span<const std::optional<RootPath>> paths,
                                  Suspect& suspect) const {
  const CommonPath common = MergePaths(paths, options_.path_share);
  suspect.path = common.example;
  if (!common.last.valid()) return;
  suspect.accumulation = DominatorId(common.last.value);
  suspect.accumulation_bytes = tree_.retained_bytes(common.last);
  suspect.path_share = common.share;
  tree_.ForEachChild(suspect.accumulation, [&](DominatorId) { ++suspect.children; });
  suspect.container = ContainerOnPath(graph_, *common.example, common.last);
}

NodeId SuspectSearch::ContainerOf(DominatorId point, DominatorId top) const {
  while (tree_.is_object(point)) {
    if (!IsCarrier(graph_.java_class(tree_.object(point)))) return tree_.object(point);
    if (point == top) break;
    point = tree_.parent(point);
  }
  return NodeId();
}

SuspectSearch::Candidate SuspectSearch::Single(DominatorId id) const {
  Suspect suspect{.dominator = id,
                  .retained_bytes = tree_.retained_bytes(id),
                  .retained_objects = tree_.retained_objects(id)};
  if (!tree_.is_object(id)) {
    suspect.holder = tree_.holder(id);
  } else if (const ThreadId thread = ThreadOf(id)) {
    suspect.holder = Holder{.kind = HolderKind::kThread, .thread = thread};
  }
  suspect.accumulation = AccumulationPoint(graph_, tree_, id, options_.child_share);
  suspect.accumulation_bytes = tree_.retained_bytes(suspect.accumulation);
  suspect.container = ContainerOf(suspect.accumulation, id);
  tree_.ForEachChild(suspect.accumulation, [&](DominatorId) { ++suspect.children; });
  Content content = ContentBelow(graph_, tree_, suspect.accumulation);
  suspect.content = content.amount;
  if (content.sample.empty()) content.sample.push_back(ObjectOf(suspect.accumulation));
  suspect.contains = ClassesBelow(graph_, tree_, {&id, 1}, options_.top, progress_);
  return {std::move(suspect), std::move(content.sample)};
}

SuspectSearch::Candidate SuspectSearch::Grouped(const Group& group) const {
  // Where it piles up in one thread, it does so in the others.
  Candidate candidate =
      group.kind == SuspectKind::kThreads ? Single(group.members[0]) : Candidate();
  Suspect& suspect = candidate.suspect;
  suspect.kind = group.kind;
  suspect.klass = group.klass;
  suspect.thread_name = group.thread_name;
  suspect.members = group.threads.empty() ? group.members.size() : group.threads.size();
  suspect.retained_bytes = group.bytes;
  suspect.retained_objects = 0;
  for (const DominatorId id : group.members) {
    suspect.retained_objects += tree_.retained_objects(id);
    if (group.kind == SuspectKind::kClass && candidate.sample.size() < options_.sample) {
      candidate.sample.push_back(ObjectOf(id));
    }
  }
  if (group.kind == SuspectKind::kClass) {
    suspect.content = {group.klass, group.members.size(), group.bytes};
  }
  suspect.contains = ClassesBelow(graph_, tree_, group.members, options_.top, progress_);
  return candidate;
}

}  // namespace

SuspectReport FindSuspects(const HeapGraph& graph, const DominatorTree& dominators,
                           const SuspectOptions& options, Progress* progress) {
  return SuspectSearch(graph, dominators, options, progress).Find();
}

}  // namespace taproot
