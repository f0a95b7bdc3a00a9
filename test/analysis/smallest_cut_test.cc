#include "taproot/smallest_cut.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analysis/frame_reference.h"
#include "support/brute_force.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"

namespace taproot {
namespace {

using test::GraphLiteral;

std::string CutText(const GraphLiteral& g, std::string_view target, uint32_t limit = 8) {
  const Referrers referrers(g.graph(), nullptr);
  const SmallestCut cut = CutFinder(referrers).Find(g[target], limit);
  switch (cut.outcome) {
    case CutOutcome::kFree:
      return "free";
    case CutOutcome::kTooLarge:
      return "too large";
    case CutOutcome::kImpossible:
      return "impossible";
    case CutOutcome::kFound:
      break;
  }
  std::vector<std::string> parts;
  parts.reserve(cut.references.size());
  for (const CutReference& each : cut.references) {
    parts.push_back(each.root.valid()
                        ? absl::StrCat("root of ", g.Names({&each.to, 1}))
                        : absl::StrCat(g.Names({&each.from, 1}), ">", g.Names({&each.to, 1})));
  }
  std::ranges::sort(parts);
  return absl::StrJoin(parts, " ");
}

TEST_CASE("Chain: the cut is the last reference", "[analysis][cut]") {
  GraphLiteral g("(static Main.KEEP) -> a; a -> b; b -> t");
  CHECK(CutText(g, "t") == "b>t");
  CHECK(CutText(g, "a") == "root of a");
}

TEST_CASE("Diamond: one reference above is less than two below", "[analysis][cut]") {
  //           b
  //          / \.
  //  KEEP - a   t
  //          \ /
  //           c
  GraphLiteral g("(static Main.KEEP) -> a; a -> b c; b -> t; c -> t");
  CHECK(CutText(g, "t") == "root of a");
  GraphLiteral h("(static Main.KEEP) -> a; (static Main.TWO) -> a; a -> b c; b -> t; c -> t");
  CHECK(CutText(h, "t") == "b>t c>t");
}

TEST_CASE("two fields of one object count twice", "[analysis][cut]") {
  GraphLiteral g("(static Main.A) -> a; (static Main.B) -> a; a -> t t");
  CHECK(CutText(g, "t") == "a>t a>t");
}

TEST_CASE("T12: two maps hold it, so two references", "[analysis][cut]") {
  GraphLiteral g(R"(
    (static Main.S1) -> hash; hash -> table; table[] -> node; node -> big
    (static Main.S2) -> map; map -> bins; bins[] -> bin; bin -> list; list -> opt; opt -> big
  )");
  CHECK(CutText(g, "big") == "node>big opt>big");
}

TEST_CASE("what holds it loosely need not be cut", "[analysis][cut]") {
  GraphLiteral g("(static Main.KEEP) -> a w; a -> t; w -weak-> t");
  CHECK(CutText(g, "t") == "a>t");
  CHECK(CutText(g, "w") == "root of w");
}

TEST_CASE("beyond the limit the search gives up", "[analysis][cut]") {
  std::string text;
  for (int i = 0; i < 9; ++i)
    text += absl::StrCat("(static Main.R", i, ") -> a", i, "; a", i, " -> t\n");
  GraphLiteral g(text);
  CHECK(CutText(g, "t", 8) == "too large");
  CHECK(CutText(g, "t", 9) == "a0>t a1>t a2>t a3>t a4>t a5>t a6>t a7>t a8>t");
}

TEST_CASE("nothing to cut where nothing holds it", "[analysis][cut]") {
  GraphLiteral g("garbage -> t; (static Main.KEEP) -> a");
  CHECK(CutText(g, "t") == "free");
}

TEST_CASE("an object's class and the class's loader cannot be taken from it", "[analysis][cut]") {
  //  KEEP - map - x1, x2 (of class W) ... W.class ... loader
  GraphLiteral g(R"(
    class com.acme.W by loader
    x1 : com.acme.W
    x2 : com.acme.W
    (static Main.KEEP) -> map; map[] -> x1 x2
    (local main) -> x1
  )");
  CHECK(CutText(g, "loader") == "root of map root of x1");
}

TEST_CASE("a static field can be cut, and counts once; a class of the system cannot",
          "[analysis][cut]") {
  GraphLiteral g("(system) -> Main.class; Main.class -> a");
  CHECK(CutText(g, "a") == "root of a");
  CHECK(CutText(g, "Main.class") == "impossible");
}

TEST_CASE("flow that was sent the wrong way is taken back", "[analysis][cut]") {
  //  A - a - b - b2 - t
  //       \.
  //  B - c - c2 - d - t
  GraphLiteral g(R"(
    (static Main.A) -> a; a -> b d; b -> b2; b2 -> t
    (static Main.B) -> c; c -> c2; c2 -> d; d -> t
  )");
  CHECK(CutText(g, "t") == "b2>t d>t");
}

// --- against brute force ---

// A reference or a root, by its place in a list of all.
struct Holder {
  NodeId from;  // none for a root
  NodeId to;
  bool removable = true;
};

std::vector<Holder> Holders(const HeapGraph& graph) {
  std::vector<Holder> holders;
  for (const Root& root : graph.roots()) {
    holders.push_back({NodeId(), root.node, root.kind != RootKind::kSystemClass});
  }
  for (const test::PlainReference& each : test::AllReferences(graph)) {
    if (each.strength != Strength::kStrong) continue;
    const ReferenceKind kind = each.slot.kind();
    const ClassId mirrored = graph.mirrored_class(each.from);
    const bool again = kind == ReferenceKind::kStaticField && mirrored.valid() &&
                       graph.java_class(mirrored).is_builtin() &&
                       std::ranges::any_of(graph.roots(), [&](const Root& root) {
                         return root.kind == RootKind::kStaticField && root.klass == mirrored &&
                                root.field == each.slot.index();
                       });
    if (again) continue;
    const bool removable = kind <= ReferenceKind::kMirrorField || IsFrameReference(kind);
    holders.push_back({each.from, each.to, removable});
  }
  return holders;
}

bool IsHeld(const HeapGraph& graph, const std::vector<Holder>& holders, NodeId target,
            const std::set<size_t>& removed) {
  std::vector<bool> reached(graph.node_count());
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < holders.size(); ++i) {
      const Holder& each = holders[i];
      if (removed.contains(i) || reached[each.to.value]) continue;
      if (each.from.valid() && !reached[each.from.value]) continue;
      reached[each.to.value] = changed = true;
    }
  }
  return reached[target.value];
}

// Size of the smallest cut if it is 0, 1 or 2, else 3.
size_t BruteCut(const HeapGraph& graph, const std::vector<Holder>& holders, NodeId target) {
  if (!IsHeld(graph, holders, target, {})) return 0;
  std::vector<size_t> removable;
  for (size_t i = 0; i < holders.size(); ++i) {
    if (holders[i].removable) removable.push_back(i);
  }
  for (size_t a : removable) {
    if (!IsHeld(graph, holders, target, {a})) return 1;
  }
  for (size_t a : removable) {
    for (size_t b : removable) {
      if (a < b && !IsHeld(graph, holders, target, {a, b})) return 2;
    }
  }
  return 3;
}

// The holders that the cut names; each is there as often as it is named.
std::set<size_t> Places(const std::vector<Holder>& holders, const HeapGraph& graph,
                        const SmallestCut& cut) {
  std::set<size_t> places;
  for (const CutReference& each : cut.references) {
    if (each.root.valid()) {
      REQUIRE(graph.root(each.root).node == each.to);
      REQUIRE(places.insert(each.root.value).second);
      continue;
    }
    bool found = false;
    for (size_t i = graph.roots().size(); i < holders.size() && !found; ++i) {
      found = holders[i].from == each.from && holders[i].to == each.to && holders[i].removable &&
              places.insert(i).second;
    }
    REQUIRE(found);
  }
  return places;
}

void CheckAgainstBruteForce(uint64_t seeds) {
  std::vector<size_t> sizes(4);
  size_t impossible = 0;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    const std::vector<Holder> holders = Holders(graph);
    const Referrers referrers(graph, nullptr);
    CutFinder finder(referrers);
    for (auto i = static_cast<uint32_t>(seed % 6); i < graph.node_count(); i += 6) {
      const NodeId target(i);
      INFO("seed " << seed << ", target " << i);
      const SmallestCut cut = finder.Find(target, 1000);
      const size_t expected = BruteCut(graph, holders, target);
      if (cut.outcome == CutOutcome::kImpossible) {
        REQUIRE(expected == 3);
        std::set<size_t> all;
        for (size_t k = 0; k < holders.size(); ++k) {
          if (holders[k].removable) all.insert(k);
        }
        REQUIRE(IsHeld(graph, holders, target, all));
        ++impossible;
        continue;
      }
      REQUIRE(cut.outcome == (expected == 0 ? CutOutcome::kFree : CutOutcome::kFound));
      REQUIRE(std::min<size_t>(cut.references.size(), 3) == expected);
      REQUIRE(IsHeld(graph, holders, target, Places(holders, graph, cut)) == false);
      REQUIRE(finder.Find(target, static_cast<uint32_t>(cut.references.size())).outcome ==
              cut.outcome);
      if (expected > 0) {
        REQUIRE(finder.Find(target, static_cast<uint32_t>(cut.references.size() - 1)).outcome ==
                CutOutcome::kTooLarge);
      }
      ++sizes[expected];
    }
  }
  for (size_t count : sizes) CHECK(count > seeds / 50);
  CHECK(impossible > 0);
}

TEST_CASE("the smallest cut is as small as brute force says, and frees the object",
          "[analysis][cut]") {
  CheckAgainstBruteForce(200);
}

TEST_CASE("the smallest cut is as small as brute force says, at length", "[analysis][cut][.long]") {
  CheckAgainstBruteForce(10'000);
}

}  // namespace
}  // namespace taproot
