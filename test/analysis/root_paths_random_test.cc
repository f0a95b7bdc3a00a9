// Root paths against brute force.
#include <optional>
#include <vector>

#include "analysis/frame_reference.h"
#include "support/brute_force.h"
#include "support/catch.h"
#include "support/random_graph.h"
#include "taproot/root_paths.h"

namespace taproot {
namespace {

using test::PathQuality;
using test::PlainReference;

bool Exists(const std::vector<PlainReference>& references, NodeId from, const PathStep& step,
            Strength* strength) {
  for (const PlainReference& reference : references) {
    if (reference.from != from || reference.to != step.node || reference.slot != step.slot) {
      continue;
    }
    *strength = reference.strength;
    return true;
  }
  return false;
}

// What the path turns out to be when it is followed; none if it cannot be.
std::optional<PathQuality> Follow(const HeapGraph& graph,
                                  const std::vector<PlainReference>& references,
                                  const RootPath& path, NodeId target) {
  const Root& root = graph.root(path.root);
  if (path.steps.empty() || path.steps[0].node != root.node || path.steps.back().node != target) {
    return std::nullopt;
  }
  PathQuality quality{.strength = Strength::kStrong,
                      .rank = RankOf(root.kind),
                      .length = static_cast<uint32_t>(path.steps.size() - 1),
                      .root_kind = root.kind};
  for (size_t i = 1; i < path.steps.size(); ++i) {
    Strength strength;
    if (!Exists(references, path.steps[i - 1].node, path.steps[i], &strength)) return std::nullopt;
    quality.strength = std::max(quality.strength, strength);
    if (IsFrameReference(path.steps[i].slot.kind())) {
      quality.rank = std::max(quality.rank, RootRank::kFrame);
    }
  }
  return quality;
}

void RequireAsGood(PathQuality actual, PathQuality best) {
  // Frame locals: which of several kinds of good root is not promised, but that it is one.
  if (best.rank == RootRank::kFrame && RankOf(best.root_kind) == RootRank::kProgram) {
    REQUIRE(RankOf(actual.root_kind) == RootRank::kProgram);
    actual.root_kind = best.root_kind;
  }
  REQUIRE(actual.strength == best.strength);
  REQUIRE(actual.rank == best.rank);
  REQUIRE(actual.length == best.length);
  REQUIRE(actual.root_kind == best.root_kind);
}

TEST_CASE("root paths are as good as those of brute force on random graphs", "[analysis][paths]") {
  size_t found = 0;
  size_t loose = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    const std::vector<PlainReference> references = test::AllReferences(graph);
    const std::vector<std::optional<PathQuality>> best = test::BruteBestPaths(graph);
    std::vector<NodeId> targets;
    for (uint32_t i = 0; i < graph.node_count(); ++i) targets.emplace_back(i);

    const auto paths = FindRootPaths(graph, targets, {});
    for (NodeId target : targets) {
      INFO("seed " << seed << ", target " << target.value);
      const std::optional<RootPath>& path = paths[target.value];
      REQUIRE(path.has_value() == best[target.value].has_value());
      if (!path) continue;
      const auto quality = Follow(graph, references, *path, target);
      REQUIRE(quality.has_value());
      REQUIRE(path->strength == quality->strength);
      RequireAsGood(*quality, *best[target.value]);
      ++found;
      loose += path->strength != Strength::kStrong;
    }
  }
  // The random graphs are of use: a good part of the paths is of each sort.
  CHECK(found > 20000);
  CHECK(loose > 2000);
}

TEST_CASE("a path does not depend on what else is searched for", "[analysis][paths]") {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    std::vector<NodeId> targets;
    for (uint32_t i = 0; i < graph.node_count(); ++i) targets.emplace_back(i);
    const auto together = FindRootPaths(graph, targets, {});
    for (NodeId target : targets) {
      const auto alone = FindRootPaths(graph, {&target, 1}, {}).at(0);
      INFO("seed " << seed << ", target " << target.value);
      REQUIRE(alone.has_value() == together[target.value].has_value());
      if (!alone) continue;
      REQUIRE(alone->root == together[target.value]->root);
      REQUIRE(alone->steps == together[target.value]->steps);
    }
  }
}

TEST_CASE("a limit of strength leaves out what is held by less", "[analysis][paths]") {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    const auto loosest = static_cast<Strength>(seed / 8 % 5);
    const std::vector<std::optional<PathQuality>> best = test::BruteBestPaths(graph);
    for (uint32_t i = 0; i < graph.node_count(); ++i) {
      const NodeId target(i);
      const auto path = FindRootPaths(graph, {&target, 1}, {.loosest = loosest}).at(0);
      INFO("seed " << seed << ", target " << i);
      REQUIRE(path.has_value() == (best[i] && best[i]->strength <= loosest));
    }
  }
}

}  // namespace
}  // namespace taproot
