#include "taproot/heap_graph.h"

#include <string>

#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::GraphLiteral;
using test::TestHeap;

TEST_CASE("a field is found in the class that declares it", "[graph]") {
  TestHeap heap;
  const ClassId base = heap.AddClass("Base", "java.lang.Object", {"int a", "static int s"});
  const ClassId empty = heap.AddClass("Empty", "Base");
  const ClassId sub = heap.AddClass("Sub", "Empty", {"Object b", "Object a"});
  const HeapGraph graph = std::move(heap).Build();

  auto name_at = [&](uint32_t index) {
    const FieldRef ref = graph.FieldAt(sub, index);
    return graph.java_class(ref.declaring).name + "." + (ref.field ? ref.field->name : "?");
  };
  CHECK(name_at(0) == "Base.a");
  CHECK(name_at(1) == "Base.s");
  CHECK(name_at(2) == "Sub.b");
  CHECK(name_at(3) == "Sub.a");
  CHECK(name_at(4) == "Sub.?");
  CHECK_FALSE(graph.FieldAt(ClassId(), 0).declaring.valid());
  CHECK(graph.FieldAt(empty, 1).declaring == base);

  CHECK(graph.FieldIndex(sub, "a") == 3u);
  CHECK(graph.FieldIndex(empty, "a") == 0u);
  CHECK(graph.FieldIndex(sub, "s") == 1u);
  CHECK(graph.FieldIndex(sub, "none") == std::nullopt);
}

TEST_CASE("a field's target is looked up by name", "[graph]") {
  TestHeap heap;
  heap.AddClass("Base", "java.lang.Object", {"Object next", "Object other", "int n"});
  heap.AddClass("Sub", "Base", {"static Object next", "Object other"});
  const NodeId base = heap.New("Base", 24);
  const NodeId sub = heap.New("Sub", 32);
  const NodeId a = heap.New("java.lang.Object", 16);
  const NodeId b = heap.New("java.lang.Object", 16);
  heap.Set(base, "next", a);
  heap.Set(base, "other", b);
  heap.builder().AddReference(sub, a, FieldSlot(0));  // Base.next, hidden by the static Sub.next
  heap.builder().AddReference(sub, b, FieldSlot(1));  // Base.other, hidden by Sub.other
  const HeapGraph graph = std::move(heap).Build();

  CHECK(graph.FieldTarget(base, "next") == a);
  CHECK(graph.FieldTarget(base, "other") == b);
  CHECK_FALSE(graph.FieldTarget(base, "n").valid());
  CHECK_FALSE(graph.FieldTarget(base, "none").valid());
  CHECK_FALSE(graph.FieldTarget(a, "next").valid());
  CHECK(graph.FieldTarget(sub, "next") == a);
  CHECK_FALSE(graph.FieldTarget(sub, "other").valid());
}

TEST_CASE("a class object tells its class", "[graph]") {
  GraphLiteral g(R"(
    class com.acme.W by loader
    class com.acme.Base
    w : com.acme.W
    Base.class -> w
  )");
  const HeapGraph& graph = g.graph();
  CHECK(graph.java_class(graph.mirrored_class(g["W.class"])).name == "com.acme.W");
  CHECK(graph.java_class(graph.mirrored_class(g["Base.class"])).name == "com.acme.Base");
  CHECK_FALSE(graph.mirrored_class(g["w"]).valid());
}

TEST_CASE("only objects of a class that can be unloaded refer to it", "[graph]") {
  GraphLiteral g(R"(
    class com.acme.W by loader
    class com.acme.Base
    w : com.acme.W
    b : com.acme.Base
    w -> b
    Base.class -> w
  )");
  const HeapGraph& graph = g.graph();
  CHECK(graph.implied_class_target(g["w"]) == g["W.class"]);
  CHECK_FALSE(graph.implied_class_target(g["b"]).valid());
  CHECK_FALSE(graph.implied_class_target(g["W.class"]).valid());

  std::string seen;
  graph.ForEachReference(g["w"], [&](NodeId target, ReferenceSlot slot) {
    seen += g.Names({&target, 1}) + (slot.kind() == ReferenceKind::kClass ? "!" : " ");
  });
  CHECK(seen == "b W.class!");
}

TEST_CASE("only referent and discovered of a reference are not strong", "[graph]") {
  TestHeap heap;
  heap.AddClass("Entry", "java.lang.ref.WeakReference", {"Object value"});
  const NodeId entry = heap.New("Entry", 56);
  const NodeId soft = heap.New("java.lang.ref.SoftReference", 48);
  const NodeId plain = heap.New("java.lang.ref.Reference", 48);
  const HeapGraph graph = std::move(heap).Build();

  auto strength = [&](NodeId node, std::string_view field) {
    return graph.strength(node, FieldSlot(*graph.FieldIndex(graph.class_of(node), field)));
  };
  CHECK(strength(entry, "referent") == Strength::kWeak);
  CHECK(strength(entry, "discovered") == Strength::kWeak);
  CHECK(strength(entry, "queue") == Strength::kStrong);
  CHECK(strength(entry, "next") == Strength::kStrong);
  CHECK(strength(entry, "value") == Strength::kStrong);
  CHECK(strength(soft, "referent") == Strength::kSoft);
  CHECK(strength(plain, "referent") == Strength::kStrong);
  CHECK(graph.strength(entry, ElementSlot(1)) == Strength::kStrong);
  CHECK(graph.strength(entry, ReferenceSlot(ReferenceKind::kClass, 1)) == Strength::kStrong);
}

TEST_CASE("without java.lang.ref.Reference everything is strong", "[graph]") {
  HeapGraphBuilder builder;
  JavaClass weak;
  weak.name = "W";
  weak.referent_strength = Strength::kWeak;
  const NodeId node = builder.AddNode(builder.AddClass(std::move(weak)), 16);
  const HeapGraph graph = *std::move(builder).Build();
  CHECK(graph.strength(node, FieldSlot(0)) == Strength::kStrong);
}

TEST_CASE("a class of another loader that is named Reference does not confuse", "[graph]") {
  TestHeap heap;
  const NodeId loader = heap.New("java.lang.ClassLoader", 80);
  const ClassId fake = heap.AddClass("java.lang.ref.Reference", "java.lang.Object",
                                     {"Object a", "Object b", "Object c", "Object referent"});
  heap.AddMirror(fake, loader);
  const NodeId weak = heap.New("java.lang.ref.WeakReference", 48);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(graph.FindClasses("java.lang.ref.Reference").size() == 2);
  CHECK(graph.strength(weak, FieldSlot(1)) == Strength::kWeak);
  CHECK(graph.strength(weak, FieldSlot(3)) == Strength::kStrong);
}

TEST_CASE("a class is a subclass of itself and of all above it", "[graph]") {
  TestHeap heap;
  const ClassId base = heap.AddClass("Base");
  const ClassId middle = heap.AddClass("Middle", "Base");
  const ClassId leaf = heap.AddClass("Leaf", "Middle");
  const ClassId object = heap.Class("java.lang.Object");
  const HeapGraph graph = std::move(heap).Build();
  CHECK(graph.IsSubclass(leaf, leaf));
  CHECK(graph.IsSubclass(leaf, middle));
  CHECK(graph.IsSubclass(leaf, base));
  CHECK(graph.IsSubclass(leaf, object));
  CHECK_FALSE(graph.IsSubclass(base, leaf));
  CHECK_FALSE(graph.IsSubclass(ClassId(), base));
}

TEST_CASE("classes of one name are all found", "[graph]") {
  TestHeap heap;
  const ClassId first = heap.AddClass("com.acme.Main$$Lambda");
  const ClassId second = heap.AddClass("com.acme.Main$$Lambda");
  const HeapGraph graph = std::move(heap).Build();
  CHECK(graph.FindClasses("com.acme.Main$$Lambda") == std::vector{first, second});
  CHECK(graph.FindClasses("com.acme.Main").empty());
}

TEST_CASE("native bytes belong to the object they were given for", "[graph]") {
  TestHeap heap;
  const NodeId a = heap.New("java.lang.Object", 16);
  const NodeId b = heap.New("java.lang.Object", 16);
  const NodeId c = heap.New("java.lang.Object", 16);
  heap.builder().AddNativeBytes(c, 8 << 20);
  heap.builder().AddNativeBytes(a, 5);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(graph.native_bytes(a) == 5);
  CHECK(graph.native_bytes(b) == 0);
  CHECK(graph.native_bytes(c) == 8 << 20);
}

TEST_CASE("an object of 16 GiB keeps its size", "[graph]") {
  TestHeap heap;
  const NodeId array = heap.NewArray("byte[]", (uint64_t{16} << 30) + 16, 0x7ffffff7);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(graph.shallow_size(array) == (uint64_t{16} << 30) + 16);
  CHECK(graph.array_length(array) == 0x7ffffff7);
}

}  // namespace
}  // namespace taproot
