#include "taproot/path_tree.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"

namespace taproot {
namespace {

using test::GraphLiteral;

// "  name 16+32/3": indented by depth; own bytes, bytes of all below, objects with all below.
std::string Text(const PathTree& tree) {
  std::string text;
  std::vector<size_t> depths;
  for (const PathTreeRow& row : tree.rows) {
    depths.push_back(row.parent ? depths.at(*row.parent) + 1 : 0);
    absl::StrAppend(&text, std::string(2 * depths.back(), ' '), row.label.name, " ", row.bytes, "+",
                    row.bytes_with_all_below - row.bytes, "/", row.objects_with_all_below, "\n");
  }
  return text;
}

// Main.LIST -> list -> two items, of which one holds 640 bytes; Main.SMALL -> 16 bytes.
constexpr const char* kHeap = R"(
  class com.acme.List
  class com.acme.Item
  class com.acme.Big
  (static Main.LIST) -> list
  list : com.acme.List 24
  list -> one two
  one : com.acme.Item 24
  two : com.acme.Item 32
  one -> big
  big : com.acme.Big 640
  (static Main.SMALL) -> small
  small : com.acme.Big 16
)";

TEST_CASE("The paths of a heap stand depth first, the heaviest of siblings in front",
          "[analysis][path_tree]") {
  const GraphLiteral heap(kHeap);
  const PathTree tree = MakePathTree(MakePathGroups(heap.graph(), {}), 100);
  CHECK(Text(tree) ==
        "static field Main.LIST 24+696/4\n"
        "  f0 24+640/2\n"
        "    f0 640+0/1\n"
        "  f1 32+0/1\n"
        "classes of the boot loader 112+0/1\n"
        "static field Main.SMALL 16+0/1\n");
  CHECK(tree.objects == 6);
  CHECK(tree.bytes == 848);
  CHECK(tree.groups_without_row == 0);
}

TEST_CASE("What has no row of its own counts where it hangs", "[analysis][path_tree]") {
  const GraphLiteral heap(kHeap);
  const PathTree tree = MakePathTree(MakePathGroups(heap.graph(), {}), 2);
  CHECK(Text(tree) ==
        "static field Main.LIST 56+664/4\n"
        "  f0 664+0/2\n");
  CHECK(tree.groups_without_row == 4);
}

TEST_CASE("However few rows there are, they add up", "[analysis][path_tree]") {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    const PathGroups groups = MakePathGroups(graph, {});
    for (const uint32_t rows : {1u, 3u, 7u, 1000u}) {
      const PathTree tree = MakePathTree(groups, rows);
      INFO(seed << " " << rows << "\n" << Text(tree));
      REQUIRE(tree.rows.size() == std::min<size_t>(rows, groups.rows().size()));
      uint64_t bytes = 0;
      uint64_t of_roots = 0;
      for (size_t i = 0; i < tree.rows.size(); ++i) {
        const PathTreeRow& row = tree.rows[i];
        REQUIRE((!row.parent || *row.parent < i));
        REQUIRE(row.bytes <= row.bytes_with_all_below);
        bytes += row.bytes;
        if (!row.parent) of_roots += row.bytes_with_all_below;
      }
      REQUIRE(bytes == of_roots);
      if (rows == 1000u) REQUIRE(bytes == tree.bytes);
    }
  }
}

}  // namespace
}  // namespace taproot
