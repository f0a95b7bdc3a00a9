#include "taproot/profile_tree.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "support/brute_force.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"
#include "support/test_heap.h"
#include "taproot/object_size.h"

namespace taproot {
namespace {

using test::GraphLiteral;
using test::TestHeap;

// "56 <INPUT>[0]", "24 shell" and so on, indented, in the order of a listing.
void List(const HeapGraph& graph, const ProfileTree& tree, uint32_t at,
          std::vector<std::string>& lines) {
  const ProfileEntry& entry = tree.entries[at];
  std::string line(entry.depth * 2, ' ');
  absl::StrAppend(&line, entry.bytes, " ", entry.is_shell ? "shell" : LinkName(graph, tree, at));
  if (!entry.is_shell && entry.reference_count > 1) {
    absl::StrAppend(&line, " refcount=", entry.reference_count);
  }
  lines.push_back(std::move(line));
  for (uint32_t i = 0; i < entry.child_count; ++i) List(graph, tree, entry.first_child + i, lines);
}

std::vector<std::string> List(const HeapGraph& graph, std::span<const NodeId> starts) {
  const ProfileTree tree = MakeProfileTree(graph, starts, {});
  std::vector<std::string> lines;
  List(graph, tree, 0, lines);
  return lines;
}

using Lines = std::vector<std::string>;

TEST_CASE("the profile of two equal strings is that of the article", "[analysis][profile]") {
  // String[]{new String("JavaWorld"), new String("JavaWorld")}: they share their bytes.
  TestHeap heap;
  const NodeId input = heap.NewArray("java.lang.Object[]", 24, 2);
  const NodeId bytes = heap.NewArray("byte[]", 32, 9);
  for (uint32_t i = 0; i < 2; ++i) {
    const NodeId string = heap.New("java.lang.String", 24);
    heap.Set(string, "value", bytes);
    heap.SetElement(input, i, string);
  }
  const HeapGraph graph = std::move(heap).Build();
  const ProfileTree tree = MakeProfileTree(graph, std::vector{input}, {});
  CHECK(tree.objects == 4);
  CHECK(List(graph, std::vector{input}) == Lines{"104 <INPUT>",                     //
                                                 "  56 <INPUT>[0]",                 //
                                                 "    32 String#value refcount=2",  //
                                                 "      32 shell",                  //
                                                 "    24 shell",                    //
                                                 "  24 shell",                      //
                                                 "  24 <INPUT>[1]",                 //
                                                 "    24 shell"});
  const JavaClass& string = graph.java_class(tree.entries[1].node);
  CHECK(string.primitive_fields == 3);
  CHECK(string.reference_fields == 1);
  CHECK(EntryPath(graph, tree, 1) == Lines{"<INPUT>", "<INPUT>[0]"});
}

TEST_CASE("Trap: an object hangs below the reference that is nearest to the root",
          "[analysis][profile]") {
  //  root -> a -> b -> c
  //  root -> d -> e -> b     b is nearer by a
  GraphLiteral g("root -> a d; a -> b c; d -> e; e -> b; b -> c");
  CHECK(List(g.graph(), g.Nodes("root")) == Lines{"96 <INPUT>",                 //
                                                  "  48 Node#f0",               //
                                                  "    16 shell",               //
                                                  "    16 Node#f0 refcount=2",  //
                                                  "      16 shell",             //
                                                  "    16 Node#f1 refcount=2",  //
                                                  "      16 shell",             //
                                                  "  32 Node#f1",               //
                                                  "    16 shell",               //
                                                  "    16 Node#f0",             //
                                                  "      16 shell",             //
                                                  "  16 shell"});
}

TEST_CASE("children stand by weight, at equal weight the shell first, then as referred to",
          "[analysis][profile]") {
  GraphLiteral g(R"(
    a -> s m1 m2 l
    a : com.acme.Node 24
    s : com.acme.Node 16
    m1 : com.acme.Node 24
    m2 : com.acme.Node 24
    l : com.acme.Node 32
  )");
  CHECK(List(g.graph(), g.Nodes("a")) == Lines{"120 <INPUT>",                   //
                                               "  32 Node#f3", "    32 shell",  //
                                               "  24 shell",                    //
                                               "  24 Node#f1", "    24 shell",  //
                                               "  24 Node#f2", "    24 shell",  //
                                               "  16 Node#f0", "    16 shell"});
}

TEST_CASE("several starts hang on a joint root", "[analysis][profile]") {
  GraphLiteral g("a -> x; b -> x y; b : com.acme.Node 40");
  CHECK(List(g.graph(), g.Nodes("a b")) == Lines{"88 <INPUT>",                 //
                                                 "  56 <INPUT>[1]",            //
                                                 "    40 shell",               //
                                                 "    16 Node#f1",             //
                                                 "      16 shell",             //
                                                 "  32 <INPUT>[0]",            //
                                                 "    16 shell",               //
                                                 "    16 Node#f0 refcount=2",  //
                                                 "      16 shell"});
  const ProfileTree tree = MakeProfileTree(g.graph(), g.Nodes("a b"), {});
  CHECK_FALSE(tree.entries[0].node.valid());
  CHECK(tree.objects == 4);
  CHECK(List(g.graph(), {}) == Lines{"0 <INPUT>"});
}

TEST_CASE("a profile stops where a walk does", "[analysis][profile]") {
  GraphLiteral g("a -> t w; t -> x; t : java.lang.Thread; w -weak-> y");
  const ProfileTree tree = MakeProfileTree(g.graph(), g.Nodes("a"), {});
  CHECK(tree.objects == 2);
  CHECK(tree.stops == WalkStops{.threads = 1, .weak = 1});
}

TEST_CASE("native bytes are summed up on their own", "[analysis][profile]") {
  TestHeap heap;
  const NodeId input = heap.NewArray("java.lang.Object[]", 24, 1);
  const NodeId buffer = heap.New("java.lang.Object", 64);
  heap.SetElement(input, 0, buffer);
  heap.builder().AddNativeBytes(buffer, 4096);
  const HeapGraph graph = std::move(heap).Build();
  const ProfileTree tree = MakeProfileTree(graph, std::vector{input}, {});
  CHECK(tree.entries[0].bytes == 88);
  CHECK(tree.entries[0].native_bytes == 4096);
  CHECK(tree.entries[1].native_bytes == 4096);
  const ProfileEntry& shell = tree.entries[tree.entries[1].first_child];
  CHECK(shell.is_shell);
  CHECK(shell.native_bytes == 4096);
}

void RequireConsistent(const ProfileTree& tree) {
  uint32_t next_child = 1;
  for (uint32_t i = 0; i < tree.entries.size(); ++i) {
    const ProfileEntry& entry = tree.entries[i];
    if (entry.is_shell) {
      REQUIRE(entry.child_count == 0);
      continue;
    }
    REQUIRE(entry.first_child == next_child);
    next_child += entry.child_count;
    uint64_t bytes = 0;
    uint64_t native_bytes = 0;
    int shells = 0;
    for (uint32_t c = entry.first_child; c < entry.first_child + entry.child_count; ++c) {
      const ProfileEntry& child = tree.entries[c];
      REQUIRE(child.parent == i);
      REQUIRE(child.depth == entry.depth + 1);
      if (c > entry.first_child) REQUIRE(child.bytes <= tree.entries[c - 1].bytes);
      if (child.is_shell) REQUIRE(child.node == entry.node);
      shells += child.is_shell;
      bytes += child.bytes;
      native_bytes += child.native_bytes;
    }
    REQUIRE(shells == (entry.node.valid() ? 1 : 0));
    REQUIRE(bytes == entry.bytes);
    REQUIRE(native_bytes == entry.native_bytes);
  }
  REQUIRE(next_child == tree.entries.size());
}

TEST_CASE("a profile holds each object once and adds up on random graphs", "[analysis][profile]") {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    test::Random random(seed);
    std::vector<NodeId> starts;
    for (uint32_t i = 0; i <= random.Below(3); ++i) starts.push_back(RandomNode(graph, random));
    const WalkOptions options{.enter_classes = random.OneIn(2), .enter_weak = random.OneIn(2)};
    const ProfileTree tree = MakeProfileTree(graph, starts, options);
    const test::PlainWalk expected = test::BruteWalk(graph, starts, options);
    const ObjectSize size = MeasureObjects(graph, starts, options);
    INFO("seed " << seed);
    RequireConsistent(tree);
    REQUIRE(tree.objects == expected.objects);
    REQUIRE(tree.stops == expected.stops);
    REQUIRE(tree.entries[0].bytes == size.deep_bytes);
    REQUIRE(tree.entries[0].native_bytes == size.native_bytes);
    std::vector<int> seen(graph.node_count());
    const uint32_t depth_of_starts = starts.size() == 1 ? 0 : 1;
    for (const ProfileEntry& entry : tree.entries) {
      if (entry.is_shell || !entry.node.valid()) continue;
      ++seen[entry.node.value];
      REQUIRE(entry.reference_count == expected.reference_count[entry.node.value]);
      REQUIRE(expected.distance[entry.node.value] == entry.depth - depth_of_starts);
    }
    REQUIRE(*std::ranges::max_element(seen) <= 1);
  }
}

}  // namespace
}  // namespace taproot
