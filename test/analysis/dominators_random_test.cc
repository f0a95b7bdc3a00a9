// Dominators against their definition, on random graphs of every shape, by both methods.
#include <cstdint>
#include <vector>

#include "analysis/dominator_tree_maker.h"
#include "support/brute_dominators.h"
#include "support/catch.h"
#include "support/random_graph.h"
#include "taproot/dominators.h"

namespace taproot {
namespace {

using test::BruteDominators;

struct Tally {
  uint64_t reached = 0;
  uint64_t far = 0;  // dominated by something that does not refer to them
};

// What `id` dominates is exactly what is lost without it, and weighs as much.
void CheckOne(const HeapGraph& graph, const DominatorTree& tree, DominatorId id,
              const std::vector<bool>& dominated) {
  uint64_t objects = 0;
  uint64_t bytes = 0;
  uint64_t different = 0;
  for (uint32_t below = 0; below < tree.id_count(); ++below) {
    different += tree.Dominates(id, DominatorId(below)) != dominated[below];
    if (!dominated[below] || !tree.is_object(DominatorId(below))) continue;
    ++objects;
    bytes += graph.shallow_size(NodeId(below));
  }
  REQUIRE(different == 0);
  REQUIRE(tree.retained_objects(id) == objects);
  REQUIRE(tree.retained_bytes(id) == bytes);
  uint64_t below = 0;
  tree.ForEachChild(id, [&](DominatorId child) {
    REQUIRE(tree.parent(child) == id);
    below += tree.retained_bytes(child);
  });
  REQUIRE(below <= bytes);
}

void CheckTree(const HeapGraph& graph, Strength loosest, DominatorMethod method, Tally& tally) {
  DominatorTreeMaker maker(graph, {.loosest = loosest}, nullptr);
  const DominatorTree tree = maker.Make({.method = method});
  const BruteDominators brute(graph, tree, loosest);
  for (uint32_t i = 0; i < tree.id_count(); ++i) {
    const DominatorId id(i);
    REQUIRE(tree.reached(id) == brute.reached()[i]);
    CheckOne(graph, tree, id, brute.DominatedBy(id));
    const DominatorId above = tree.parent(id);
    tally.reached += tree.reached(id);
    if (!above.valid() || !tree.is_object(above)) continue;
    bool refers = false;
    graph.ForEachReference(NodeId(above.value),
                           [&](NodeId target, ReferenceSlot) { refers |= target.value == i; });
    tally.far += !refers;
  }
}

TEST_CASE("dominators are what brute force says, by either method", "[analysis][dominators]") {
  Tally tally;
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    const auto method =
        seed / 8 % 2 == 0 ? DominatorMethod::kSemiNca : DominatorMethod::kLengauerTarjan;
    const auto loosest = seed / 16 % 4 == 0 ? Strength::kPhantom : Strength::kStrong;
    INFO("seed " << seed);
    CheckTree(graph, loosest, method, tally);
  }
  // The random graphs are of use: they have dominators which are no neighbours.
  CHECK(tally.reached > 100'000);
  CHECK(tally.far > 2'000);
}

TEST_CASE("both methods build the same tree", "[analysis][dominators]") {
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    const DominatorTree a =
        DominatorTreeMaker(graph, {}, nullptr).Make({.method = DominatorMethod::kSemiNca});
    const DominatorTree b =
        DominatorTreeMaker(graph, {}, nullptr).Make({.method = DominatorMethod::kLengauerTarjan});
    INFO("seed " << seed);
    for (uint32_t i = 0; i < a.id_count(); ++i) {
      REQUIRE(a.parent(DominatorId(i)) == b.parent(DominatorId(i)));
    }
  }
}

}  // namespace
}  // namespace taproot
