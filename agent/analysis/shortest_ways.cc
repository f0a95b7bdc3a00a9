// The k shortest paths, from the target back to the roots.
//
// Of every path found, and of every object on it, the best path is wanted that agrees with it from
// the target up to that object, and goes on by something that no path found so far went on by. The
// best of all these is the next path. How good it can be at best is known from the distances of the
// objects that refer there; it is searched only when nothing else can be better, and then towards
// the roots, by the same distances (A*; P. Hart, N. Nilsson, B. Raphael, 1968).
#include <algorithm>
#include <optional>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

#include "analysis/path_ways_scratch.h"
#include "analysis/way.h"

namespace taproot {
namespace {

// References that one question may look at: a minute or two on a graph of millions.
constexpr uint64_t kMostEffort = 500'000'000;

constexpr Strength kStrengths[] = {Strength::kStrong, Strength::kSoft, Strength::kFinal,
                                   Strength::kWeak, Strength::kPhantom};
constexpr RootRank kRanks[] = {RootRank::kProgram, RootRank::kFrame, RootRank::kJni, RootRank::kVm};

// The best first.
std::vector<PathLevel> LevelsUpTo(Strength loosest, bool has_rules) {
  std::vector<PathLevel> levels;
  for (Strength strength : kStrengths) {
    for (bool last_resort : {false, true}) {
      for (RootRank rank : kRanks) {
        if (strength > loosest || (last_resort && !has_rules)) continue;
        levels.push_back({strength, last_resort, rank});
      }
    }
  }
  return levels;
}

}  // namespace

class PathWays::ShortestSearch {
 public:
  ShortestSearch(const Referrers& referrers, Scratch& scratch, Progress* progress)
      : referrers_(referrers),
        tree_(scratch.tree),
        closed_(scratch.closed),
        distances_(scratch.distances),
        progress_(progress) {}

  ShortestWays Find(NodeId target, uint32_t count, Strength loosest, const RootPath* first) {
    target_ = target;
    levels_ = LevelsUpTo(loosest, referrers_.rules() != nullptr);
    if (first != nullptr) {
      Accept(ToWay(referrers_, *first), 0, count);
    } else {
      Split({}, 0);
    }
    while (found_.size() < count && !candidates_.empty() && !ended_) {
      const Candidate best = candidates_.top();
      candidates_.pop();
      if (best.way.has_value()) {
        Accept(std::move(ways_[*best.way]), best.at, count);
      } else {
        Settle(best);
      }
    }
    ShortestWays ways;
    ways.complete = !ended_;
    for (const Way& way : found_) ways.paths.push_back(ToRootPath(referrers_, target_, way));
    return ways;
  }

 private:
  // What decides between paths.
  struct Key {
    PathLevel level;
    size_t length = 0;
    uint32_t root = 0;  // its place in the order of roots; 0 where it is not known yet

    friend auto operator<=>(const Key&, const Key&) = default;
  };
  // Paths that begin with the first `at` hops of a path found, and go on by something else than any
  // path found: the best of them, or how good it can be at best.
  struct Candidate {
    Key key;
    uint32_t base = 0;  // in found_
    size_t at = 0;
    std::optional<uint32_t> way = {};  // in ways_, once it is known
    uint32_t number = 0;               // the first comes first

    friend bool operator<(const Candidate& a, const Candidate& b) {
      return std::tie(a.key, a.number) > std::tie(b.key, b.number);
    }
  };
  struct Step {
    size_t least;   // length of a path by here at best
    size_t length;  // from the target to here
    NodeId node;
    NodeId next;
    uint32_t via;

    // Of equally promising ones what is further on.
    friend bool operator<(const Step& a, const Step& b) {
      return std::tie(b.least, a.length) < std::tie(a.least, b.length);
    }
  };

  void Accept(Way way, size_t deviation, uint32_t count) {
    found_.push_back(std::move(way));
    if (found_.size() < count) Split(found_.back(), deviation);
  }

  // Of the path the deviations from this one on: those before were taken with the path that it was
  // derived from.
  void Split(const Way& way, size_t deviation) {
    const std::vector<size_t> shared = SharedHops(way);
    PathLevel level;
    for (size_t at = 0; at <= way.length(); ++at) {
      if (at > 0) level.Join(referrers_.level(way.hops[at - 1]));
      closed_.Insert(way.node(target_, at));
      if (at < deviation) continue;
      Ban(shared, at);
      if (const std::optional<Key> key = LeastKey(way.node(target_, at), at, level)) {
        Push({.key = *key, .base = static_cast<uint32_t>(found_.size() - 1), .at = at});
      }
    }
    Open(way, way.length());
  }

  void Open(const Way& way, size_t last) {
    for (size_t at = 0; at <= last; ++at) closed_.Erase(way.node(target_, at));
  }

  // With each path found.
  std::vector<size_t> SharedHops(const Way& way) const {
    std::vector<size_t> shared;
    for (const Way& each : found_) {
      const auto mismatch = std::ranges::mismatch(way.hops, each.hops);
      shared.push_back(static_cast<size_t>(mismatch.in1 - way.hops.begin()));
    }
    return shared;
  }

  // What paths that begin with the same hops go on by.
  void Ban(const std::vector<size_t>& shared, size_t at) {
    effort_ += found_.size();
    banned_hops_.clear();
    banned_roots_.clear();
    for (size_t i = 0; i < found_.size(); ++i) {
      if (shared[i] < at) continue;
      if (found_[i].length() == at) {
        banned_roots_.push_back(found_[i].root);
      } else {
        banned_hops_.push_back(found_[i].hops[at]);
      }
    }
  }

  bool IsBanned(RootId root) const {
    return std::ranges::find(banned_roots_, root) != banned_roots_.end();
  }
  bool IsBanned(Referrer hop) const {
    return std::ranges::find(banned_hops_, hop) != banned_hops_.end();
  }

  // The least that a path can be that has come so far on this level; none if there is no way on.
  std::optional<Key> LeastKey(NodeId node, size_t at, const PathLevel& so_far) {
    if (!LeastLength(node, at, levels_.back())) return std::nullopt;
    for (const PathLevel& level : levels_) {
      if (!level.Admits(so_far)) continue;
      if (const auto length = LeastLength(node, at, level)) return Key{level, *length};
    }
    return std::nullopt;
  }

  std::optional<size_t> LeastLength(NodeId node, size_t at, const PathLevel& level) {
    for (RootId root : referrers_.roots_of(node)) {
      if (!IsBanned(root) && level.Admits(referrers_.level(root))) return at;
    }
    std::optional<size_t> least;
    for (Referrer hop : Look(node)) {
      if (closed_.contains(hop.node) || IsBanned(hop)) continue;
      const uint32_t left = distances_.At(level)[hop.node.value];
      if (left == LevelDistances::kUnreached || (least && at + 1 + left >= *least)) continue;
      if (level.Admits(referrers_.level(hop))) least = at + 1 + left;
    }
    return least;
  }

  std::span<const Referrer> Look(NodeId node) {
    const std::span<const Referrer> referrers = referrers_.of(node);
    effort_ += referrers.size() + 1;
    if (effort_ > kMostEffort || (progress_ != nullptr && progress_->cancelled())) ended_ = true;
    return referrers;
  }

  void Push(Candidate candidate) {
    candidate.number = pushed_++;
    candidates_.push(candidate);
  }

  // Searches the best path of the candidate, from the level on that it can be of at best.
  void Settle(Candidate candidate) {
    effort_ += candidate.at;
    const Way nothing;
    const Way& way = found_.empty() ? nothing : found_[candidate.base];
    Ban(SharedHops(way), candidate.at);
    PathLevel so_far;
    for (size_t at = 0; at <= candidate.at; ++at) {
      if (at > 0) so_far.Join(referrers_.level(way.hops[at - 1]));
      closed_.Insert(way.node(target_, at));
    }
    for (const PathLevel& level : levels_) {
      if (level < candidate.key.level || !level.Admits(so_far) || ended_) continue;
      std::optional<Way> best = Search(way, candidate.at, level);
      if (!best) continue;
      candidate.key = {best->level, best->length(), referrers_.order(best->root)};
      candidate.way = static_cast<uint32_t>(ways_.size());
      ways_.push_back(*std::move(best));
      Push(candidate);
      break;
    }
    Open(way, candidate.at);
  }

  std::optional<Way> Search(const Way& way, size_t at, const PathLevel& level) {
    const std::vector<uint32_t>& distance = distances_.At(level);
    const NodeId start = way.node(target_, at);
    std::priority_queue<Step> steps;
    steps.push({at, at, start, start, 0});
    std::optional<Way> found;
    while (!steps.empty() && !found && !ended_) {
      const Step step = steps.top();
      steps.pop();
      if (tree_.met(step.node)) continue;
      tree_.Meet(step.node, step.next, step.via);
      const bool is_start = step.node == start;
      for (RootId root : referrers_.roots_of(step.node)) {
        if (found || !level.Admits(referrers_.level(root)) || (is_start && IsBanned(root)))
          continue;
        found = Built(way, at, step.node, root);
      }
      for (Referrer hop : Look(step.node)) {
        const uint32_t left = distance[hop.node.value];
        if (left == LevelDistances::kUnreached || tree_.met(hop.node)) continue;
        if (closed_.contains(hop.node) || (is_start && IsBanned(hop))) continue;
        if (!level.Admits(referrers_.level(hop))) continue;
        const size_t length = step.length + 1;
        steps.push({length + left, length, hop.node, step.node, hop.position});
      }
    }
    tree_.Clear();
    return found;
  }

  // The first `at` hops of the way, and on by the tree of the search.
  Way Built(const Way& way, size_t at, NodeId last, RootId root) const {
    Way built{{way.hops.begin(), way.hops.begin() + static_cast<std::ptrdiff_t>(at)}, root, {}};
    for (NodeId node = last; tree_.next(node) != node; node = tree_.next(node)) {
      built.hops.push_back({node, tree_.via(node)});
    }
    std::reverse(built.hops.begin() + static_cast<std::ptrdiff_t>(at), built.hops.end());
    built.level = LevelOf(referrers_, built);
    return built;
  }

  const Referrers& referrers_;
  BackwardTree& tree_;
  NodeSet& closed_;
  LevelDistances& distances_;
  Progress* const progress_;
  NodeId target_;
  std::vector<PathLevel> levels_;  // the best first

  std::vector<Way> found_;
  std::priority_queue<Candidate> candidates_;
  std::vector<Way> ways_;  // of candidates
  uint32_t pushed_ = 0;
  std::vector<Referrer> banned_hops_;  // of the candidate in question: not to go on by
  std::vector<RootId> banned_roots_;
  uint64_t effort_ = 0;
  bool ended_ = false;
};

PathWays::PathWays(const Referrers& referrers, Progress* progress)
    : referrers_(referrers),
      progress_(progress),
      scratch_(std::make_unique<Scratch>(referrers, progress)) {}

PathWays::~PathWays() = default;

ShortestWays PathWays::Shortest(NodeId target, uint32_t count, Strength loosest,
                                const RootPath* first) {
  return ShortestSearch(referrers_, *scratch_, progress_).Find(target, count, loosest, first);
}

}  // namespace taproot
