#include "taproot/merged_paths.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"
#include "taproot/root_paths.h"

namespace taproot {
namespace {

using test::GraphLiteral;

// A row a line, indented: what holds, how many pass, how many of them end, what these retain.
std::string Text(const GraphLiteral& g, std::string_view objects, bool retained = false) {
  const PathGroups groups = MakePathGroups(g.graph(), {});
  const DominatorTree dominators = MakeDominatorTree(g.graph(), {});
  const MergedPaths merged =
      MergePaths(g.graph(), groups, g.Nodes(objects), retained ? &dominators : nullptr);
  std::string text;
  std::vector<size_t> depth;
  for (const MergedPath& row : merged.rows) {
    depth.push_back(row.parent ? depth[*row.parent] + 1 : 0);
    absl::StrAppend(&text, std::string(depth.back(), ' '), groups.label(row.group).name, " ",
                    row.passing, "/", row.ending);
    if (retained) absl::StrAppend(&text, " ", row.retained_bytes);
    text += '\n';
  }
  return text;
}

TEST_CASE("Fan: elements of one array are one row", "[analysis][merged]") {
  //  KEEP - list - [] - x1 x2 x3,  main - y,  x3 - z
  GraphLiteral g(R"(
    class com.acme.Deep
    (static Main.KEEP) -> list; list -> array; array[] -> x1 x2 x3; x3 -> z; z : com.acme.Deep
    (jni-global) -> y
  )");
  CHECK(Text(g, "x1 x2 x3 z y") ==
        "static field Main.KEEP 4/0\n f0 4/0\n  [] 4/3\n   f0 1/1\nJNI global 1/1\n");
}

TEST_CASE("a branch that none of the objects is on has no row", "[analysis][merged]") {
  GraphLiteral g(R"(
    class com.acme.B; class com.acme.T; b : com.acme.B; t : com.acme.T
    (static Main.KEEP) -> a; a -> b c; b -> t; c -> u; (static Main.OTHER) -> d
  )");
  CHECK(Text(g, "t") == "static field Main.KEEP 1/0\n f0 1/0\n  f0 1/1\n");
}

TEST_CASE("objects are counted once, and those that nothing holds apart", "[analysis][merged]") {
  GraphLiteral g("(static Main.KEEP) -> t w; garbage -> u; w -weak-> v");
  const PathGroups groups = MakePathGroups(g.graph(), {});
  std::vector<NodeId> nodes = g.Nodes("t t u v");
  nodes.emplace_back();
  const MergedPaths merged = MergePaths(g.graph(), groups, nodes, nullptr);
  CHECK(merged.objects == 3);
  CHECK(merged.unheld == 2);
  REQUIRE(merged.rows.size() == 1);
  CHECK(merged.rows[0].ending == 1);
}

TEST_CASE("what one of them dominates is not counted twice", "[analysis][merged]") {
  //  KEEP - t1 (16) - m (16) - t2 (64),  KEEP2 - t3 (32)
  GraphLiteral g(R"(
    class com.acme.M; class com.acme.T; m : com.acme.M
    (static Main.KEEP) -> t1; t1 -> m; m -> t2; t2 : com.acme.T 64
    (static Main.KEEP2) -> t3; t3 : com.acme.T 32
  )");
  CHECK(Text(g, "t1 t2 t3", true) ==
        "static field Main.KEEP 2/1 96\n f0 1/0 0\n  f0 1/1 0\n"
        "static field Main.KEEP2 1/1 32\n");
}

TEST_CASE("every object passes the rows of its path, on random graphs", "[analysis][merged]") {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    std::vector<NodeId> nodes;
    for (uint32_t i = 0; i < graph.node_count(); i += 2) nodes.emplace_back(i);
    const PathGroups groups = MakePathGroups(graph, {});
    const MergedPaths merged = MergePaths(graph, groups, nodes, nullptr);
    INFO("seed " << seed);
    uint64_t held = 0;
    for (const auto& path : FindRootPaths(graph, nodes, {.loosest = Strength::kStrong})) {
      held += path.has_value();
    }
    REQUIRE(merged.objects == nodes.size());
    REQUIRE(merged.unheld == nodes.size() - held);
    uint64_t top = 0;
    std::vector<uint64_t> below(merged.rows.size());
    for (size_t i = merged.rows.size(); i-- > 0;) {
      const MergedPath& row = merged.rows[i];
      REQUIRE(row.passing == row.ending + below[i]);
      if (row.parent) REQUIRE(*row.parent < i);
      (row.parent ? below[*row.parent] : top) += row.passing;
    }
    REQUIRE(top == held);
  }
}

}  // namespace
}  // namespace taproot
