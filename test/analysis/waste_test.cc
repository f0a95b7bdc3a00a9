#include "taproot/waste.h"

#include <string>
#include <vector>

#include "analysis/waste_text.h"
#include "support/catch.h"
#include "support/random_graph.h"

namespace taproot {
namespace {

using test::Lines;
using test::Owners;
using test::WasteHeap;
using test::WasteOf;

TEST_CASE("an empty collection costs itself and what is its alone", "[analysis][waste]") {
  CHECK(Owners(R"(
    empty = array(0;)             # all empty lists share it
    Order.tags = list(10;)        # 24 + 56
    Order.tags = list(;)          # 24
    Order.tags = list(3; "x")
    nulls = list(10; null null)   # 24 + 56
    map = map(;)                  # 48
    made = map(16;)               # 48 + 80
    set = set(16;)                # 16 + 48 + 80
    linked = linked()             # 32
    tree = tree()
    full = tree("x")
  )",
               WasteKind::kEmptyCollections) ==
        Lines{"static field com.acme.Main.set java.util.HashSet: 1, 144 of 144 bytes",
              "static field com.acme.Main.made java.util.HashMap: 1, 128 of 128 bytes",
              "com.acme.Order.tags java.util.ArrayList: 2, 104 of 104 bytes",
              "static field com.acme.Main.nulls java.util.ArrayList: 1, 80 of 80 bytes",
              "static field com.acme.Main.map java.util.HashMap: 1, 48 of 48 bytes",
              "static field com.acme.Main.linked java.util.LinkedList: 1, 32 of 32 bytes",
              "static field com.acme.Main.tree java.util.TreeMap: 1, 32 of 32 bytes"});
}

TEST_CASE("a table that several collections share is none of them's", "[analysis][waste]") {
  WasteHeap heap;
  const NodeId table = heap.heap().NewArray("java.lang.Object[]", 56, 10);
  for (const char* name : {"a", "b"}) {
    const NodeId list = heap.heap().New("java.util.ArrayList", 24);
    heap.heap().Set(list, "elementData", table);
    heap.Hold(name, list);
  }
  const HeapGraph graph = std::move(heap).Build();
  const Waste waste = WasteOf(graph);
  CHECK(test::Find(waste, WasteKind::kEmptyCollections)->sum == WasteSum{2, 48, 48});
  CHECK(test::Find(waste, WasteKind::kSparseArrays) == nullptr);
}

TEST_CASE("a view of a map does not share it", "[analysis][waste]") {
  WasteHeap heap("set = set(16;)");
  const NodeId map = heap.heap().New("java.util.HashMap", 48);
  const NodeId view = heap.heap().New("java.util.HashMap$KeySet", 16);
  heap.heap().Set(map, "keySet", view);
  heap.heap().Set(view, "this$0", map);
  const NodeId set = heap.heap().New("java.util.HashSet", 16);
  heap.heap().Set(set, "map", map);
  heap.Hold("iterated", set);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Owners(WasteOf(graph), WasteKind::kEmptyCollections) ==
        Lines{"static field com.acme.Main.set java.util.HashSet: 1, 144 of 144 bytes",
              "static field com.acme.Main.iterated java.util.HashSet: 1, 64 of 64 bytes"});
}

TEST_CASE("a collection with much room could have a smaller table", "[analysis][waste]") {
  CHECK(Owners(R"(
    list = list(100; "a")              # 416 -> 24
    just = list(10; "a" "b" "c")       # 30 %
    deque = deque(64; "a" "b")         # 272 -> 32, with a place that stays free
    map = map(64; 1 2 1)               # 272 -> 8 places, 48
    small = map(16; 1)                 # 80 -> 2 places, 24
    linkedmap = linkedmap(32; 1)       # 144 -> 24
    hashtable = hashtable(50; 3)       # 216 -> 4 places, 32
    weak = weak(16; 1)
    concurrent = concurrent(16; 3)     # 80 -> 4 places
    set = set(64; 1)                   # 272 -> 24
    pairs = pairs(64; "k" "v" "l")     # 2 of 32 -> 4 pairs, 48
  )",
               WasteKind::kRoomyCollections) ==
        Lines{"static field com.acme.Main.list java.util.ArrayList: 1, 392 of 440 bytes",
              "static field com.acme.Main.set java.util.HashSet: 1, 248 of 336 bytes",
              "static field com.acme.Main.deque java.util.ArrayDeque: 1, 240 of 296 bytes",
              "static field com.acme.Main.map java.util.HashMap: 1, 224 of 320 bytes",
              "static field com.acme.Main.pairs java.util.IdentityHashMap: 1, 224 of 296 bytes",
              "static field com.acme.Main.hashtable java.util.Hashtable: 1, 184 of 264 bytes",
              "static field com.acme.Main.linkedmap java.util.LinkedHashMap: 1, 120 of 192 bytes",
              "static field com.acme.Main.small java.util.HashMap: 1, 56 of 128 bytes",
              "static field com.acme.Main.weak java.util.WeakHashMap: 1, 56 of 128 bytes",
              "static field com.acme.Main.concurrent java.util.concurrent.ConcurrentHashMap: 1, "
              "48 of 128 bytes"});
}

TEST_CASE("a map whose entries stand behind each other collides", "[analysis][waste]") {
  CHECK(Owners(R"(
    bad = map(16; 10 1)         # 9 of 11 behind another
    worst = map(64; 30)
    fair = map(16; 5 5)         # 8 of 10: not above 0.8
    few = map(16; 7)            # too few to tell
    good = map(16; 1 1 1 1 1 1 1 1 1 1)
  )",
               WasteKind::kCollidingMaps) ==
        Lines{"static field com.acme.Main.bad java.util.HashMap: 1, 0 of 128 bytes",
              "static field com.acme.Main.worst java.util.HashMap: 1, 0 of 320 bytes"});
}

TEST_CASE("a chain that is tied into a ring ends all the same", "[analysis][waste]") {
  WasteHeap heap;
  const NodeId table = heap.heap().NewArray("java.lang.Object[]", 80, 16);
  const NodeId entry = heap.heap().New("java.util.HashMap$Node", 32);
  const NodeId map = heap.heap().New("java.util.HashMap", 48);
  heap.heap().Set(entry, "next", entry);
  heap.heap().SetElement(table, 3, entry);
  heap.heap().Set(map, "table", table);
  heap.Hold("raced", map);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Owners(WasteOf(graph), WasteKind::kCollidingMaps).size() == 1);
}

TEST_CASE("a bucket that has become a tree is counted by its entries", "[analysis][waste]") {
  WasteHeap heap;
  const NodeId table = heap.heap().NewArray("java.lang.Object[]", 272, 64);
  const NodeId bin = heap.heap().New("java.util.concurrent.ConcurrentHashMap$TreeBin", 48);
  const NodeId map = heap.heap().New("java.util.concurrent.ConcurrentHashMap", 64);
  NodeId next;
  for (int i = 0; i < 14; ++i) {  // 14 of 64 places: not below 0.21
    const NodeId entry = heap.heap().New("java.util.concurrent.ConcurrentHashMap$Node", 32);
    if (next.valid()) heap.heap().Set(entry, "next", next);
    next = entry;
  }
  heap.heap().Set(bin, "first", next);
  heap.heap().SetElement(table, 3, bin);
  heap.heap().Set(map, "table", table);
  heap.Hold("map", map);
  const HeapGraph graph = std::move(heap).Build();
  const Waste waste = WasteOf(graph);
  CHECK(Owners(waste, WasteKind::kRoomyCollections).empty());
  CHECK(Owners(waste, WasteKind::kCollidingMaps).size() == 1);
}

TEST_CASE("boxed numbers count, but not those of the JDK's caches", "[analysis][waste]") {
  WasteHeap heap(R"(
    Order.count = Integer
    Order.count = Integer
    Order.sum = Long
    map = list(4; Integer Integer)
    yes = TRUE
    cached = Integer
    archived = Integer
  )");
  test::TestHeap& h = heap.heap();
  h.Set(h.AddMirror(h.Class("java.lang.Boolean")), "TRUE", heap["yes"]);
  const NodeId cache = h.NewArray("java.lang.Object[]", 24, 2);
  h.SetElement(cache, 0, heap["cached"]);
  h.Set(h.AddMirror(h.Class("java.lang.Integer$IntegerCache")), "cache", cache);
  // (vm) -> [] -> [] -> archived: a cache whose class is not loaded
  const NodeId archive = h.NewArray("java.lang.Object[]", 24, 1);
  const NodeId array = h.NewArray("java.lang.Object[]", 24, 1);
  h.SetElement(archive, 0, array);
  h.SetElement(array, 0, heap["archived"]);
  h.AddRoot(RootKind::kVmInternal, archive);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Owners(WasteOf(graph), WasteKind::kBoxedNumbers) ==
        Lines{"com.acme.Order.count java.lang.Integer: 2, 24 of 32 bytes",
              "static field com.acme.Main.map java.lang.Integer: 2, 24 of 32 bytes",
              "com.acme.Order.sum java.lang.Long: 1, 16 of 24 bytes"});
}

TEST_CASE("builders, streams and arrays are cut where their zeros begin", "[analysis][waste]") {
  CHECK(
      Owners(R"(
    builder = builder(65 66 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)    # 40 -> 24
    stream = stream(1 0 3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)        # 40 -> 24
    full = builder(65 66 67 68 69)
    half = ints(1 2 3 0 0 0 0 0)                                    # 48 -> 32
    less = ints(1 2 3 4 5 6 7 0)
    constant = ints(0 0 0 0)
    constant2 = ints(7 7)
    one = ints(7)
  )",
             WasteKind::kSpareRoom) ==
      Lines{"static field com.acme.Main.builder java.lang.StringBuilder: 1, 16 of 64 bytes",
            "static field com.acme.Main.half int[]: 1, 16 of 48 bytes",
            "static field com.acme.Main.stream java.io.ByteArrayOutputStream: 1, 16 of 64 bytes"});
}

TEST_CASE("arrays of one value could be made when they are written to", "[analysis][waste]") {
  CHECK(Owners(R"(
    zeros = ints(0 0 0 0)
    sevens = longs(7 7)
    one = ints(7)
    none = ints()
    mixed = bytes(7 7 8)
    text = "aaaa"
    builder = builder(0 0 0 0)
  )",
               WasteKind::kConstantArrays) ==
        Lines{"static field com.acme.Main.sevens long[]: 1, 32 of 32 bytes",
              "static field com.acme.Main.zeros int[]: 1, 32 of 32 bytes"});
}

TEST_CASE("object arrays with few elements are sparse", "[analysis][waste]") {
  CHECK(Owners(R"(
    Order.slots = array(20; "a" null "b")    # 96 -> 24
    Order.slots = array(20;)                 # 96 -> 16
    filled = array(4; "c")                   # 25 %
  )",
               WasteKind::kSparseArrays) ==
        Lines{"com.acme.Order.slots java.lang.Object[]: 2, 152 of 192 bytes"});
}

TEST_CASE("of arrays without an element one of a class would do", "[analysis][waste]") {
  CHECK(Owners(R"(
    a = array(0;)
    Order.a = array(0;)
    Order.a = ints()
    Order.b = ints()
    text = ""
  )",
               WasteKind::kEmptyArrays) ==
        Lines{"com.acme.Order.a java.lang.Object[]: 1, 16 of 16 bytes",
              "com.acme.Order.b int[]: 1, 16 of 16 bytes"});
}

TEST_CASE("other sizes of objects are taken from the heap", "[analysis][waste]") {
  // References of 8 bytes, headers of 24, sizes of 16: -XX:-UseCompressedOops with alignment 16.
  WasteHeap heap;
  auto list = [&](const char* name, uint64_t size, uint32_t length) {
    const NodeId list = heap.heap().New("java.util.ArrayList", 32);
    const NodeId table = heap.heap().NewArray("java.lang.Object[]", size, length);
    heap.heap().Set(list, "elementData", table);
    heap.heap().SetElement(table, 0, list);
    heap.Hold(name, list);
  };
  list("even", 832, 100);  // 24 + 800 = 824
  list("odd", 832, 101);   // 24 + 808 = 832, so the header is found
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Owners(WasteOf(graph), WasteKind::kRoomyCollections) ==
        Lines{"static field com.acme.Main.even java.util.ArrayList: 1, 800 of 864 bytes",
              "static field com.acme.Main.odd java.util.ArrayList: 1, 800 of 864 bytes"});
}

TEST_CASE("kinds stand by what they bring, and together bring less than there is",
          "[analysis][waste]") {
  const HeapGraph graph = WasteHeap(R"(
    a = list(100; "x" "x" Integer)
    b = set(64;)
    c = ints(0 0 0 0 0 0)
    d = builder(65 0 0 0 0 0 0 0 0 0 0)
    e = array(50; "x")
  )")
                              .Build();
  const Waste waste = WasteOf(graph);
  uint64_t reached = 0;
  uint64_t before = UINT64_MAX;
  for (uint32_t i = 0; i < graph.node_count(); ++i) reached += graph.shallow_size(NodeId(i));
  CHECK(waste.bytes == reached);
  for (const WasteOfKind& of_kind : waste.kinds) {
    CHECK(of_kind.sum.bytes_to_gain <= before);
    before = of_kind.sum.bytes_to_gain;
  }
  CHECK(waste.bytes_to_gain() < waste.bytes);
  CHECK(waste.kinds.size() == 7);
}

TEST_CASE("a heap without waste has none, and neither has no heap", "[analysis][waste]") {
  CHECK(WasteOf(WasteHeap("a = list(1; \"x\")").Build()).kinds.empty());
  const HeapGraph nothing = test::TestHeap().Build();
  CHECK(WasteOf(nothing).kinds.empty());
  CHECK(WasteOf(nothing).bytes == 0);
}

TEST_CASE("rows add up, and nothing is gained twice, whatever the heap", "[analysis][waste]") {
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    const Waste waste = WasteOf(graph);
    INFO("seed " << seed);
    REQUIRE(waste.bytes_to_gain() <= waste.bytes);
    for (const WasteOfKind& of_kind : waste.kinds) {
      WasteSum owners;
      WasteSum paths;
      for (const WasteByOwner& row : of_kind.by_owner) owners += row.sum;
      for (const WasteByPath& row : of_kind.by_path) paths += row.sum;
      REQUIRE(owners == of_kind.sum);
      REQUIRE(paths == of_kind.sum);
      REQUIRE(of_kind.sum.bytes_to_gain <= of_kind.sum.bytes);
    }
  }
}

TEST_CASE("a cancelled search ends", "[analysis][waste]") {
  const HeapGraph graph = WasteHeap("a = list(9; \"x\" \"x\")").Build();
  const PathGroups groups = MakePathGroups(graph, {});
  Progress progress;
  progress.Cancel();
  CHECK(FindWaste(graph, groups, {}, &progress).kinds.empty());
}

}  // namespace
}  // namespace taproot
