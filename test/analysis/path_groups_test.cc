#include "taproot/path_groups.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analysis/path_labels.h"
#include "analysis/search_tree.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::GraphLiteral;
using test::TestHeap;

std::string Text(const PathLabel& label) {
  return absl::StrCat(label.owner, label.owner.empty() ? "" : ".", label.name, " -> ",
                      label.class_name);
}

std::string PathText(const PathGroups& groups, GroupId group) {
  std::string text;
  for (const PathLabel& label : groups.PathTo(group)) {
    absl::StrAppend(&text, text.empty() ? "" : " | ", Text(label));
  }
  return text;
}

// "path: objects/bytes" by path.
std::map<std::string, std::pair<uint64_t, uint64_t>> Rows(const PathGroups& groups) {
  std::map<std::string, std::pair<uint64_t, uint64_t>> rows;
  for (size_t i = 0; i < groups.rows().size(); ++i) {
    const PathGroup& row = groups.rows()[i];
    const bool is_new =
        rows.emplace(PathText(groups, GroupId(i)), std::pair(row.objects, row.shallow_bytes))
            .second;
    REQUIRE(is_new);
  }
  return rows;
}

using Expected = std::map<std::string, std::pair<uint64_t, uint64_t>>;

TEST_CASE("objects in the same place are one group, elements of an array too",
          "[analysis][groups]") {
  //  JNI - table[] - e1 - s1
  //               \ - e2 - s2
  GraphLiteral g(R"(
    (jni-global) -> table
    table[] -> e1 e2; e1 -> s1; e2 -> s2
    class com.acme.Session; s1 : com.acme.Session 64; s2 : com.acme.Session 72
    table : java.lang.Object[] 24
  )");
  const PathGroups groups = MakePathGroups(g.graph(), {});
  CHECK(Rows(groups) ==
        Expected{{"JNI global -> java.lang.Object[]", {1, 24}},
                 {"JNI global -> java.lang.Object[] | [] -> com.acme.Node", {2, 32}},
                 {"JNI global -> java.lang.Object[] | [] -> com.acme.Node | "
                  "com.acme.Node.f0 -> com.acme.Session",
                  {2, 136}}});
  CHECK(groups.group_of(g["e1"]) == groups.group_of(g["e2"]));
  const PathGroup& table = groups.row(groups.group_of(g["table"]));
  CHECK(table.subtree_objects == 5);
  CHECK(table.subtree_bytes == 192);
  CHECK(table.first == g["table"]);
  CHECK(groups.objects() == 5);
  CHECK(groups.shallow_bytes() == 192);
}

TEST_CASE("Chain: what repeats itself counts into its head", "[analysis][groups]") {
  //  head - n1 - n2 - n3, with a Session at each
  GraphLiteral g(R"(
    (jni-global) -> head
    head -> n1 a; n1 -> n2 b; n2 -> n3 c
    class com.acme.Session; a : com.acme.Session 24; b : com.acme.Session 24; c : com.acme.Session 24
  )");
  const PathGroups groups = MakePathGroups(g.graph(), {});
  CHECK(groups.group_of(g["head"]) == groups.group_of(g["n3"]));
  CHECK(groups.row(groups.group_of(g["head"])).objects == 4);
  CHECK(groups.group_of(g["a"]) == groups.group_of(g["c"]));
  CHECK(groups.rows().size() == 2);
}

TEST_CASE("Document: elements within elements within elements are folded, whatever the depth",
          "[analysis][groups]") {
  //  e0 - list0[] - e1 - list1[] - e2 - ... - e9
  std::string text = "(jni-global) -> e0";
  for (int i = 0; i < 9; ++i) {
    absl::StrAppend(&text, "; e", i, " -> l", i, "; l", i, "[] -> e", i + 1);
  }
  GraphLiteral g(text);
  const PathGroups groups = MakePathGroups(g.graph(), {});
  CHECK(groups.rows().size() == 4);
  CHECK(groups.row(groups.group_of(g["e9"])).objects == 9);
  CHECK(groups.group_of(g["l1"]) == groups.group_of(g["l8"]));
}

TEST_CASE("Search tree: whatever the way to an entry, all are one group", "[analysis][groups]") {
  TestHeap heap;
  heap.AddClass("Entry", "java.lang.Object", {"Entry left", "Entry right"});
  std::vector<NodeId> nodes;
  for (size_t i = 0; i < 4095; ++i) {
    nodes.push_back(heap.New("Entry", 24));
    if (i > 0) heap.Set(nodes[(i - 1) / 2], i % 2 == 1 ? "left" : "right", nodes[i]);
  }
  heap.AddRoot(RootKind::kJniGlobal, nodes[0]);
  const HeapGraph graph = std::move(heap).Build();
  const PathGroups groups = MakePathGroups(graph, {});
  CHECK(groups.rows().size() == 1);
  CHECK(groups.objects() == 4095);
}

TEST_CASE("threads of one pool, and what they hold, are one", "[analysis][groups]") {
  GraphLiteral g(R"(
    (thread pool-1-thread-12) -> t1; t1 -> a
    (thread pool-2-thread-3) -> t2; t2 -> b
    (thread main) -> t3; t3 -> c
    t1 : java.lang.Thread; t2 : java.lang.Thread; t3 : java.lang.Thread
  )");
  const PathGroups groups = MakePathGroups(g.graph(), {});
  CHECK(groups.group_of(g["t1"]) == groups.group_of(g["t2"]));
  CHECK(groups.group_of(g["a"]) == groups.group_of(g["b"]));
  CHECK(groups.group_of(g["c"]) != groups.group_of(g["b"]));
  CHECK(groups.label(groups.group_of(g["t1"])).name == "thread \"pool-*-thread-*\"");
}

TEST_CASE("only what is held strongly has a group", "[analysis][groups]") {
  GraphLiteral g("(jni-global) -> r; r -weak-> x; r -> y; garbage -> z");
  const PathGroups groups = MakePathGroups(g.graph(), {});
  CHECK(groups.group_of(g["y"]).valid());
  CHECK_FALSE(groups.group_of(g["x"]).valid());
  CHECK_FALSE(groups.group_of(g["z"]).valid());
  CHECK(groups.objects() == 2);
}

TEST_CASE("beyond the limit objects count into the group of their parent", "[analysis][groups]") {
  GraphLiteral g(R"(
    (jni-global) -> a; a -> b c; b -> d; c -> e; e -> f
    class com.acme.B; class com.acme.C; class com.acme.D; class com.acme.E; class com.acme.F
    b : com.acme.B 24; c : com.acme.C 24; d : com.acme.D 24; e : com.acme.E 24; f : com.acme.F 24
  )");
  const PathGroups groups = MakePathGroups(g.graph(), {.max_groups = 3});
  CHECK(groups.rows().size() == 3);
  CHECK(groups.group_of(g["d"]) == groups.group_of(g["b"]));
  CHECK(groups.group_of(g["f"]) == groups.group_of(g["c"]));
  CHECK(groups.objects_without_group() == 3);
  CHECK(groups.objects() == 6);
  CHECK(groups.row(groups.group_of(g["c"])).objects == 3);
}

TEST_CASE("what a root holds has a group of its own however many there are", "[analysis][groups]") {
  GraphLiteral g("(jni-global) -> a; (monitor) -> b; b -> c; class com.acme.C; c : com.acme.C 24");
  const PathGroups groups = MakePathGroups(g.graph(), {.max_groups = 1});
  CHECK(groups.rows().size() == 2);
  CHECK(groups.group_of(g["c"]) == groups.group_of(g["b"]));
}

TEST_CASE("fingerprints are of names: the same in another heap, others for other paths",
          "[analysis][groups]") {
  GraphLiteral one(R"(
    class com.acme.B extends com.acme.Node; b : com.acme.B 24
    (static Main.KEEP) -> a; a -> b; b -> c
  )");
  GraphLiteral two(R"(
    class com.acme.B extends com.acme.Node; b : com.acme.B 24; y : com.acme.B 24
    (thread x) -> t; class com.acme.Early; unused : com.acme.Early 24
    (static Main.LAST) -> z; z -> y
    (static Main.KEEP) -> a; a -> b; b -> c
  )");
  const PathGroups first = MakePathGroups(one.graph(), {});
  const PathGroups second = MakePathGroups(two.graph(), {});
  auto print = [](const GraphLiteral& g, const PathGroups& groups, std::string_view name) {
    return groups.row(groups.group_of(g[name])).fingerprint;
  };
  CHECK(print(one, first, "a") == print(two, second, "a"));
  CHECK(print(one, first, "b") == print(two, second, "b"));
  CHECK(print(two, second, "b") != print(two, second, "y"));
  CHECK(print(two, second, "a") != print(two, second, "z"));
  // Fixed for ever: fingerprints are kept in snapshots.
  CHECK(FingerprintOf(0, {"A", "b", "C"}) == FingerprintOf(0, {"A", "b", "C"}));
  CHECK(FingerprintOf(0, {"A", "b", "C"}) != FingerprintOf(0, {"Ab", "", "C"}));
  CHECK(FingerprintOf(0, {"A", "b", "C"}) != FingerprintOf(1, {"A", "b", "C"}));
}

TEST_CASE("numbers that the VM gives out are no part of a name", "[analysis][groups]") {
  CHECK(WithoutNumbers("pool-12-thread-3") == "pool-*-thread-*");
  CHECK(WithoutNumbers("main") == "main");
  CHECK(WithoutNumbers("17") == "*");
  CHECK(WithoutNumbers("") == "");
}

TEST_CASE("a cancelled grouping ends at once", "[analysis][groups]") {
  GraphLiteral g("(static Main.KEEP) -> a; a -> b");
  Progress progress;
  progress.Cancel();
  const PathGroups groups = MakePathGroups(g.graph(), {}, &progress);
  CHECK_FALSE(groups.group_of(g["b"]).valid());
}

// The paths of the same search tree, folded in the plainest way.
std::vector<std::string> PlainPath(const HeapGraph& graph, const SearchTree& tree, NodeId node) {
  const RootPath way = tree.PathTo(node);
  std::vector<std::string> path;
  for (size_t i = 0; i < way.steps.size(); ++i) {
    const NodeId at = way.steps[i].node;
    if (i > 0 && way.steps[i].slot.kind() == ReferenceKind::kField &&
        graph.class_of(way.steps[i - 1].node) == graph.class_of(at)) {
      continue;
    }
    path.push_back(Text(i == 0 ? RootLabel(graph, graph.root(way.root))
                               : ReferenceLabel(graph, way.steps[i - 1].node, way.steps[i].slot,
                                                graph.class_of(at))));
    for (ptrdiff_t k = 1; k <= 8 && 2 * k <= std::ssize(path); ++k) {
      if (std::equal(path.end() - k, path.end(), path.end() - 2 * k)) {
        path.resize(path.size() - static_cast<size_t>(k));
        break;
      }
    }
  }
  return path;
}

TEST_CASE("groups are those of maps of strings on random graphs", "[analysis][groups]") {
  size_t folded = 0;
  size_t grouped = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    SearchTree tree(graph);
    tree.Pass(Strength::kStrong);
    const PathGroups groups = MakePathGroups(graph, {});
    Expected expected;
    INFO("seed " << seed);
    for (uint32_t i = 0; i < graph.node_count(); ++i) {
      const NodeId node(i);
      REQUIRE(groups.group_of(node).valid() == tree.reached(node));
      if (!tree.reached(node)) continue;
      const std::vector<std::string> labels = PlainPath(graph, tree, node);
      folded += labels.size() < tree.PathTo(node).steps.size();
      std::string path;
      for (const std::string& label : labels)
        absl::StrAppend(&path, path.empty() ? "" : " | ", label);
      REQUIRE(PathText(groups, groups.group_of(node)) == path);
      auto& [objects, bytes] = expected[path];
      ++objects;
      bytes += graph.shallow_size(node);
    }
    REQUIRE(Rows(groups) == expected);
    grouped += expected.size();
  }
  // The random graphs are of use.
  CHECK(folded > 300);
  CHECK(grouped > 10000);
}

}  // namespace
}  // namespace taproot
