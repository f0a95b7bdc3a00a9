#include "report/path_folding.h"

#include <string>
#include <utility>

#include "report/path_description.h"
#include "report/report_heap.h"
#include "support/catch.h"

namespace taproot {
namespace {

using test::ReportHeap;

// "Node.next x 3 | Node.value": the references of a path, folded.
std::string Folded(const PathDescription& path) {
  std::string text;
  for (const StepDescription& step : path.steps) {
    if (step.references.empty()) continue;
    if (!text.empty()) text += " | ";
    for (size_t i = 0; i < step.references.size(); ++i) {
      text += (i > 0 ? " -> " : "") + step.references[i].text;
    }
    if (step.repeat > 1) text += " x " + std::to_string(step.repeat);
  }
  return text;
}

// Main.HEAD -> node -next-> node -next-> ... -next-> node -value-> big
std::pair<HeapGraph, NodeId> List(uint32_t nodes) {
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {"static Object HEAD"});
  heap.AddClass("com.acme.Node", "java.lang.Object", {"Object next", "Object value"});
  NodeId last = heap.NewIn(main, "HEAD", "com.acme.Node");
  for (uint32_t i = 1; i < nodes; ++i) last = heap.NewIn(last, "next", "com.acme.Node");
  const NodeId big = heap.NewIn(last, "value", "com.acme.Big");
  return {std::move(heap).Build(), big};
}

TEST_CASE("A list folds into one step", "[report]") {
  const auto [graph, big] = List(5);
  const PathDescription path = test::DescribePathTo(graph, big);
  CHECK(Folded(path) == "Node.next x 4 | Node.value");
  CHECK(path.length == 5);
  CHECK(path.steps[1].node == NodeId(big.value - 1));
  CHECK(test::RemarksText(path) == "folded: Node.next is followed 4 times");
}

TEST_CASE("A single step and a lone root's object are no chain", "[report]") {
  const auto [two, big] = List(2);
  CHECK(Folded(test::DescribePathTo(two, big)) == "Node.next | Node.value");
  const auto [one, value] = List(1);
  CHECK(Folded(test::DescribePathTo(one, value)) == "Node.value");
}

TEST_CASE("A list of three million nodes folds in linear time", "[report]") {
  const auto [graph, big] = List(3'000'000);
  const PathDescription path = test::DescribePathTo(graph, big);
  CHECK(Folded(path) == "Node.next x 2999999 | Node.value");
  CHECK(path.length == 3'000'000);
}

// Main.HEAD -> holder -next-> node -ref-> holder -next-> node ... -value-> big
TEST_CASE("A cycle of two references folds from three rounds on", "[report]") {
  const int rounds = GENERATE(2, 3, 1000);
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {"static Object HEAD"});
  heap.AddClass("com.acme.Holder", "java.lang.Object", {"Object next"});
  heap.AddClass("com.acme.Node", "java.lang.Object", {"Object ref", "Object value"});
  NodeId holder = heap.NewIn(main, "HEAD", "com.acme.Holder");
  for (int i = 0; i < rounds; ++i) {
    holder = heap.NewIn(heap.NewIn(holder, "next", "com.acme.Node"), "ref", "com.acme.Holder");
  }
  const NodeId big =
      heap.NewIn(heap.NewIn(holder, "next", "com.acme.Node"), "value", "com.acme.Big");
  const HeapGraph graph = std::move(heap).Build();

  const std::string folded = Folded(test::DescribePathTo(graph, big));
  if (rounds == 2) {
    CHECK(folded == "Holder.next | Node.ref | Holder.next | Node.ref | Holder.next | Node.value");
  } else {
    CHECK(folded ==
          "Holder.next -> Node.ref x " + std::to_string(rounds) + " | Holder.next | Node.value");
  }
}

// Main.LISTS -> list -elementData-> array -[i]-> list -elementData-> array -[i]-> ... big
TEST_CASE("Nested lists fold whatever the places of their elements", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {"static Object LISTS"});
  NodeId list = heap.NewIn(main, "LISTS", "java.util.ArrayList");
  NodeId array;
  for (uint32_t i = 0; i < 4; ++i) {
    array = heap.NewArray("java.lang.Object[]", 56, 10);
    heap.Set(list, "elementData", array);
    list = heap.New("java.util.ArrayList", 24);
    heap.SetElement(array, i, list);
  }
  const NodeId big = heap.New("com.acme.Big", 16);
  heap.SetElement(array, 9, big);
  heap.Set(list, "elementData", array);
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Folded(test::DescribePathTo(graph, big)) ==
        "ArrayList.elementData -> [x] x 3 | ArrayList.elementData | [9]");
}

// Main.HEAD -> special -next-> node -next-> special -next-> node ... where Special extends Node
TEST_CASE("An inherited field is the same field in a subclass", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {"static Object HEAD"});
  heap.AddClass("com.acme.Node", "java.lang.Object", {"Object next"});
  heap.AddClass("com.acme.Special", "com.acme.Node", {"Object more"});
  NodeId last = heap.NewIn(main, "HEAD", "com.acme.Special");
  for (int i = 0; i < 3; ++i) last = heap.NewIn(last, "next", "com.acme.Node");
  const HeapGraph graph = std::move(heap).Build();
  CHECK(Folded(test::DescribePathTo(graph, last)) == "Node.next x 3");
}

// Left or right by a rule that never repeats for long: nothing to fold, so the middle is left out.
TEST_CASE("The middle of an overlong path that does not fold is left out", "[report]") {
  ReportHeap heap;
  const NodeId main = heap.AppClass("com.acme.Main", {"static Object ROOT"});
  heap.AddClass("com.acme.Tree", "java.lang.Object",
                {"Object a", "Object b", "Object c", "Object d", "Object e", "Object f"});
  NodeId last = heap.NewIn(main, "ROOT", "com.acme.Tree");
  uint32_t random = 1;
  for (int i = 0; i < 3000; ++i) {
    random = random * 1664525 + 1013904223;
    const char field = static_cast<char>('a' + (random >> 16) % 6);
    last = heap.NewIn(last, std::string_view(&field, 1), "com.acme.Tree");
  }
  const HeapGraph graph = std::move(heap).Build();
  const PathDescription path = test::DescribePathTo(graph, last);
  CHECK(path.length == 3000);
  REQUIRE(path.steps.size() == 1001);
  CHECK(path.steps[501].left_out_before > 1000);
  CHECK(path.steps.back().node == last);
}

}  // namespace
}  // namespace taproot
