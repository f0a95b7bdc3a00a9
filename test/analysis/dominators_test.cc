#include "taproot/dominators.h"

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::GraphLiteral;
using test::TestHeap;

struct Dominators {
  explicit Dominators(std::string_view text, Strength loosest = Strength::kStrong)
      : g(text), tree(MakeDominatorTree(g.graph(), {.loosest = loosest})) {}

  // The object that dominates immediately; "(holder)" or "-".
  std::string Parent(std::string_view name) const {
    const DominatorId parent = tree.parent(g[name]);
    if (!parent.valid()) return "-";
    if (!tree.is_object(parent)) return "(holder)";
    const NodeId object = tree.object(parent);
    return g.Names({&object, 1});
  }
  uint64_t Objects(std::string_view name) const { return tree.retained_objects(g[name]); }
  uint64_t Bytes(std::string_view name) const { return tree.retained_bytes(g[name]); }

  GraphLiteral g;
  DominatorTree tree;
};

TEST_CASE("Diamond: what two sides share belongs to neither", "[analysis][dominators]") {
  //        b
  //       / \.
  //  K - a   d - e
  //       \ /
  //        c
  Dominators d("(static Main.K) -> a; a -> b c; b -> d; c -> d; d -> e");
  CHECK(d.Parent("b") == "a");
  CHECK(d.Parent("c") == "a");
  CHECK(d.Parent("d") == "a");
  CHECK(d.Parent("e") == "d");
  CHECK(d.Objects("a") == 5);
  CHECK(d.Bytes("a") == 80);
  CHECK(d.Objects("b") == 1);
  CHECK(d.Objects("d") == 2);
}

TEST_CASE("Loop: the object by which a ring is entered holds it", "[analysis][dominators]") {
  //  K - a -> b -> c -> a, c -> b, c -> c
  Dominators d("(static Main.K) -> a; a -> b; b -> c; c -> a b c");
  CHECK(d.Parent("a") == "(holder)");
  CHECK(d.Parent("b") == "a");
  CHECK(d.Parent("c") == "b");
  CHECK(d.Objects("a") == 3);
}

TEST_CASE("Loop with two entries: neither holds it", "[analysis][dominators]") {
  //  K -> r -> a <-> b <- r
  Dominators d("(static Main.K) -> r; r -> a b; a -> b; b -> a");
  CHECK(d.Parent("a") == "r");
  CHECK(d.Parent("b") == "r");
}

TEST_CASE("the trap of lowest common ancestors: a detour to b makes c nobody's",
          "[analysis][dominators]") {
  //  root -> a -> b -> c        c has two referrers, a and b, and a is above both in a
  //            a ------^        breadth-first tree. But b is reached past a, by d and e.
  //  root -> d -> e -> b
  Dominators d("(static Main.K) -> root; root -> a d; a -> b c; d -> e; e -> b; b -> c");
  CHECK(d.Parent("b") == "root");
  CHECK(d.Parent("c") == "root");
  CHECK(d.Parent("e") == "d");
  CHECK(d.Objects("a") == 1);
}

TEST_CASE("200 strings over one array hold the array once", "[analysis][dominators]") {
  std::string text = "(static Main.K) -> list; chars : byte[] 1000; list[] ->";
  for (int i = 0; i < 200; ++i) text += " s" + std::to_string(i);
  for (int i = 0; i < 200; ++i) text += "; s" + std::to_string(i) + " -> chars";
  Dominators d(text);
  CHECK(d.Parent("chars") == "list");
  CHECK(d.Bytes("s0") == 16);
  CHECK(d.Bytes("list") == 16 + 200 * 16 + 1000);
}

TEST_CASE("S05: two maps with the same values hold their own entries, and no value",
          "[analysis][dominators]") {
  //  K -> both -> m1 -> n1a n1b n1c     n1a and n2a -> a, and so on
  //            -> m2 -> n2a n2b n2c
  Dominators d(R"(
    class com.acme.Map; class com.acme.Value
    (static Main.K) -> both; both -> m1 m2
    m1 : com.acme.Map 48; m2 : com.acme.Map 48
    m1 -> n1a n1b n1c; m2 -> n2a n2b n2c
    n1a -> a; n1b -> b; n1c -> c; n2a -> a; n2b -> b; n2c -> c
    a : com.acme.Value 64; b : com.acme.Value 64; c : com.acme.Value 64
  )");
  CHECK(d.Bytes("m1") == 48 + 3 * 16);
  CHECK(d.Bytes("m2") == 48 + 3 * 16);
  CHECK(d.Parent("a") == "both");
  CHECK(d.Bytes("both") == 16 + 2 * (48 + 3 * 16) + 3 * 64);
  CHECK(d.tree.retained_objects(d.tree.whole()) == d.Objects("both") + 1);  // Main.class
}

TEST_CASE("a static field retains what it alone leads to; two of one class, the class does",
          "[analysis][dominators]") {
  //  Main.A -> a -> own        Main.A -> a -> shared <- b <- Main.B
  Dominators d("(static Main.A) -> a; (static Main.B) -> b; a -> own shared; b -> shared");
  const ClassId main = d.g.graph().roots()[0].klass;
  const DominatorId field = d.tree.FindStaticField(main, d.g.graph().roots()[0].field);
  REQUIRE(field.valid());
  CHECK(d.tree.holder(field).kind == HolderKind::kStaticField);
  CHECK(d.tree.parent(d.g["a"]) == field);
  CHECK(d.tree.retained_objects(field) == 2);
  CHECK(d.tree.retained_bytes(field) == 32);
  CHECK(d.tree.parent(d.g["shared"]) == d.tree.FindClass(main));
  CHECK(d.tree.retained_objects(d.tree.FindClass(main)) == 5);  // and its class object
  CHECK(d.tree.parent(d.tree.FindClass(main)) == d.tree.FindLoader(LoaderKind::kBoot));
}

TEST_CASE("an object that a class holds beside its field is held by the class",
          "[analysis][dominators]") {
  // The mirror's reference by the static field itself must not count beside the field's holder.
  TestHeap heap;
  heap.AddClass("com.acme.Main", "java.lang.Object", {"static Object KEEP", "static Object MORE"});
  const NodeId mirror = heap.AddMirror(heap.Class("com.acme.Main"));
  const NodeId kept = heap.New("java.lang.Object", 16);
  const NodeId both = heap.New("java.lang.Object", 24);
  heap.Set(mirror, "KEEP", kept);
  heap.Set(mirror, "MORE", both);
  heap.builder().AddReference(mirror, both, ReferenceSlot(ReferenceKind::kConstantPool, 3));
  const HeapGraph graph = std::move(heap).Build();
  const DominatorTree tree = MakeDominatorTree(graph, {});
  const ClassId klass = graph.mirrored_class(mirror);
  const DominatorId field = tree.FindStaticField(klass, *graph.FieldIndex(klass, "KEEP"));
  REQUIRE(field.valid());
  CHECK(tree.parent(kept) == field);
  CHECK(tree.retained_bytes(field) == 16);
  CHECK(tree.parent(both) == tree.FindClass(klass));
  CHECK(tree.parent(mirror) == tree.FindClass(klass));
}

TEST_CASE("an object held by two threads belongs to the whole", "[analysis][dominators]") {
  TestHeap heap;
  const NodeId one = heap.New("java.lang.Thread", 96);
  const NodeId two = heap.New("java.lang.Thread", 96);
  const NodeId shared = heap.New("java.lang.Object", 16);
  const NodeId own = heap.New("java.lang.Object", 16);
  const ThreadId first = heap.AddThread("one", one);
  const ThreadId second = heap.AddThread("two", two);
  const MethodId run = heap.AddMethod("com.acme.Worker", "run");
  heap.builder().AddRoot({.kind = RootKind::kThread, .node = one, .thread = first});
  heap.builder().AddRoot({.kind = RootKind::kThread, .node = two, .thread = second});
  for (ThreadId thread : {first, second}) {
    heap.builder().AddRoot({.kind = RootKind::kStackLocal,
                            .node = shared,
                            .thread = thread,
                            .method = run,
                            .depth = 2,
                            .slot = 1,
                            .line = 41});
  }
  // Two locals of one frame, and one in another frame of the same thread.
  for (int32_t slot : {2, 3}) {
    heap.builder().AddRoot({.kind = RootKind::kStackLocal,
                            .node = own,
                            .thread = first,
                            .method = run,
                            .depth = 2,
                            .slot = slot,
                            .line = 41});
  }
  const NodeId deeper = heap.New("java.lang.Object", 16);
  for (int32_t depth : {2, 5}) {
    heap.builder().AddRoot(
        {.kind = RootKind::kStackLocal, .node = deeper, .thread = first, .depth = depth});
  }
  const HeapGraph graph = std::move(heap).Build();
  const DominatorTree tree = MakeDominatorTree(graph, {});
  CHECK(tree.parent(shared) == tree.whole());
  CHECK(tree.parent(one) == tree.FindThread(first));
  CHECK(tree.parent(own) == tree.FindFrame(first, 2));
  CHECK(tree.parent(deeper) == tree.FindThread(first));
  CHECK(tree.retained_objects(tree.FindThread(first)) == 3);
  CHECK(tree.retained_objects(tree.FindThread(second)) == 1);
  const Holder& frame = tree.holder(tree.FindFrame(first, 2));
  CHECK(frame.method == run);
  CHECK(frame.line == 41);
  CHECK_FALSE(tree.FindFrame(second, 5).valid());
}

TEST_CASE("a class of a custom loader is an object that its instances hold",
          "[analysis][dominators]") {
  //  K -> w (of class W, by loader l) -> W.class -> l
  Dominators d(R"(
    class com.acme.L extends java.lang.ClassLoader
    class com.acme.W by l
    l : com.acme.L 64
    w : com.acme.W 24
    (static Main.K) -> w
  )");
  CHECK(d.Parent("W.class") == "w");
  CHECK(d.Parent("l") == "W.class");
}

TEST_CASE("only what is as strong as asked for is in the tree", "[analysis][dominators]") {
  constexpr std::string_view kText = "(static Main.K) -> a; a -soft-> b; a -> c; b -> d";
  Dominators strong(kText);
  CHECK(strong.Objects("a") == 2);
  CHECK_FALSE(strong.tree.reached(strong.g["b"]));
  CHECK(strong.Parent("b") == "-");
  CHECK(strong.Bytes("b") == 0);
  CHECK(strong.tree.Subtree(DominatorId(strong.g["b"].value)).empty());
  Dominators soft(kText, Strength::kSoft);
  CHECK(soft.Parent("b") == "a");
  CHECK(soft.Objects("a") == 4);
}

TEST_CASE("children come with the heaviest first, and a subtree in one piece",
          "[analysis][dominators]") {
  Dominators d(R"(
    (static Main.K) -> a; a -> b c e; c -> x
    b : com.acme.Node 24; x : com.acme.Node 64; e : com.acme.Node 24
  )");
  const DominatorId a(d.g["a"].value);
  std::vector<NodeId> children;
  for (DominatorId child : d.tree.Children(a)) children.push_back(d.tree.object(child));
  CHECK(d.g.Names(children) == "c b e");
  CHECK(d.tree.Subtree(a).size() == 5);
  CHECK(d.tree.Subtree(a)[0] == a);
  CHECK(d.tree.preorder()[0] == d.tree.whole());
}

TEST_CASE("nothing is held where there is no root, and no tree is made when cancelled",
          "[analysis][dominators]") {
  GraphLiteral none("a -> b");
  const DominatorTree empty = MakeDominatorTree(none.graph(), {});
  CHECK(empty.retained_objects(empty.whole()) == 0);
  CHECK_FALSE(empty.reached(none["a"]));

  Progress progress;
  progress.Cancel();
  GraphLiteral some("(static Main.K) -> a; a -> b");
  const DominatorTree dropped = MakeDominatorTree(some.graph(), {}, &progress);
  CHECK_FALSE(dropped.reached(dropped.whole()));
  CHECK(dropped.Children(dropped.whole()).empty());
}

}  // namespace
}  // namespace taproot
