#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "support/catch.h"
#include "support/random_graph.h"
#include "support/test_heap.h"
#include "taproot/profile_tree.h"

namespace taproot {
namespace {

using test::TestHeap;

// The link names of all entries below the root, shells left out.
std::string Links(const HeapGraph& graph, NodeId start, WalkOptions options = {}) {
  const ProfileTree tree = MakeProfileTree(graph, {&start, 1}, options);
  std::vector<std::string> links;
  for (uint32_t i = 1; i < tree.entries.size(); ++i) {
    if (!tree.entries[i].is_shell) links.push_back(LinkName(graph, tree, i));
  }
  return absl::StrJoin(links, " ");
}

TEST_CASE("a field's link names the class that declares it, without its package",
          "[analysis][profile]") {
  TestHeap heap;
  heap.AddClass("com.acme.Base", "java.lang.Object", {"Object head"});
  heap.AddClass("com.acme.Outer$Inner", "com.acme.Base", {"Object tail"});
  heap.AddClass("NoPackage", "java.lang.Object", {"Object f"});
  const NodeId inner = heap.New("com.acme.Outer$Inner", 24);
  const NodeId other = heap.New("NoPackage", 16);
  heap.Set(inner, "head", other);
  heap.Set(inner, "tail", heap.New("java.lang.Object", 16));
  heap.Set(other, "f", heap.New("java.lang.Object", 16));
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Links(graph, inner) == "Base#head Outer$Inner#tail NoPackage#f");
}

TEST_CASE("an element's link is that of its array with a subscript", "[analysis][profile]") {
  TestHeap heap;
  heap.AddClass("java.util.HashMap", "java.lang.Object", {"Object[] table"});
  const NodeId map = heap.New("java.util.HashMap", 48);
  const NodeId table = heap.NewArray("java.lang.Object[]", 80, 16);
  const NodeId row = heap.NewArray("java.lang.Object[]", 32, 4);
  heap.Set(map, "table", table);
  heap.SetElement(table, 3, row);
  heap.SetElement(row, 4, heap.New("java.lang.Object", 16));
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Links(graph, map) == "HashMap#table HashMap#table[3] HashMap#table[3][4]");
  CHECK(Links(graph, table) == "<INPUT>[3] <INPUT>[3][4]");
}

TEST_CASE("a shell has no link, and the path of its object", "[analysis][profile]") {
  TestHeap heap;
  const NodeId array = heap.NewArray("java.lang.Object[]", 24, 1);
  heap.SetElement(array, 0, heap.New("java.lang.Object", 32));
  const HeapGraph graph = std::move(heap).Build();
  const ProfileTree tree = MakeProfileTree(graph, {&array, 1}, {});
  REQUIRE(tree.entries.size() == 4);
  CHECK(tree.entries[2].is_shell);
  CHECK(LinkName(graph, tree, 2).empty());
  CHECK(EntryPath(graph, tree, 2) == std::vector<std::string>{"<INPUT>"});
  CHECK(EntryPath(graph, tree, 3) == std::vector<std::string>{"<INPUT>", "<INPUT>[0]"});
  CHECK(EntryPath(graph, tree, 0) == std::vector<std::string>{"<INPUT>"});
}

TEST_CASE("the references of a class object have links of their own", "[analysis][profile]") {
  TestHeap heap;
  const ClassId main = heap.AddClass("com.acme.Main", "java.lang.Object", {"static Object KEEP"});
  const NodeId mirror = heap.AddMirror(main);
  heap.Set(mirror, "KEEP", heap.New("java.lang.Object", 16));
  auto refer = [&](ReferenceKind kind, uint32_t index) {
    heap.builder().AddReference(mirror, heap.New("java.lang.Object", 16),
                                ReferenceSlot(kind, index));
  };
  refer(ReferenceKind::kMirrorField, 1);
  refer(ReferenceKind::kSuperclass, 0);
  refer(ReferenceKind::kInterface, 0);
  refer(ReferenceKind::kClassLoader, 0);
  refer(ReferenceKind::kProtectionDomain, 0);
  refer(ReferenceKind::kSigners, 0);
  refer(ReferenceKind::kConstantPool, 7);
  refer(ReferenceKind::kOther, 0);
  refer(ReferenceKind::kCallSite, 3);
  refer(ReferenceKind::kHiddenClass, 0);
  refer(ReferenceKind::kStackWord, 17);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Links(graph, mirror) ==
        "Main#KEEP Class#classValueMap <superclass> <interface> <class loader> "
        "<protection domain> <signers> <constant pool 7> <other> "
        "<call site 3> <hidden class> <stack word 17>");
}

TEST_CASE("a field or a frame local without a name is given by its number", "[analysis][profile]") {
  TestHeap heap;
  const NodeId thread = heap.New("java.lang.Thread", 96);
  heap.builder().AddReference(thread, heap.New("java.lang.Object", 16), FieldSlot(99));
  heap.builder().AddReference(
      thread, heap.New("java.lang.Object", 16),
      ReferenceSlot(ReferenceKind::kFrameLocal, heap.builder().AddFrameLocal({.slot = 2})));
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Links(graph, thread) == "Thread#<field 99> <frame local 2>");
}

TEST_CASE("of very deep arrays the last subscripts are given", "[analysis][profile]") {
  TestHeap heap;
  const NodeId first = heap.NewArray("java.lang.Object[]", 24, 2);
  NodeId last = first;
  for (uint32_t i = 0; i < 20; ++i) {
    const NodeId next = heap.NewArray("java.lang.Object[]", 24, 2);
    heap.SetElement(last, i % 2, next);
    last = next;
  }
  const HeapGraph graph = std::move(heap).Build();
  const ProfileTree tree = MakeProfileTree(graph, {&first, 1}, {});
  const uint32_t innermost = tree.entries.back().parent;  // the last entry is its shell
  REQUIRE(tree.entries[innermost].node == last);
  std::string sixteen;
  for (int i = 0; i < 8; ++i) sixteen += "[0][1]";
  CHECK(LinkName(graph, tree, innermost) == "[...]" + sixteen);
}

TEST_CASE("every entry of a random graph has a link and a path", "[analysis][profile]") {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    test::Random random(seed);
    const NodeId start = RandomNode(graph, random);
    const ProfileTree tree = MakeProfileTree(
        graph, {&start, 1},
        {.enter_classes = true, .enter_loaders = true, .enter_threads = true, .enter_weak = true});
    for (uint32_t i = 0; i < tree.entries.size(); ++i) {
      INFO("seed " << seed << ", entry " << i);
      REQUIRE(LinkName(graph, tree, i).empty() == tree.entries[i].is_shell);
      REQUIRE(EntryPath(graph, tree, i).size() ==
              tree.entries[i].depth + (tree.entries[i].is_shell ? 0 : 1));
    }
  }
}

}  // namespace
}  // namespace taproot
