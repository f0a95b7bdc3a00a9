#include "taproot/suspects.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using test::GraphLiteral;
using test::TestHeap;

struct Found {
  explicit Found(const GraphLiteral& g, const SuspectOptions& options = {})
      : tree(MakeDominatorTree(g.graph(), {})), report(FindSuspects(g.graph(), tree, options)) {}

  const Suspect& only() const {
    REQUIRE(report.suspects.size() == 1);
    return report.suspects[0];
  }

  DominatorTree tree;
  SuspectReport report;
};

// "a -> s0 s1 ...", and the class of each.
std::string Elements(std::string_view owner, int count, std::string_view class_and_size) {
  std::string text = absl::StrCat(owner, "[] ->");
  for (int i = 0; i < count; ++i) absl::StrAppend(&text, " ", owner, i);
  for (int i = 0; i < count; ++i) absl::StrAppend(&text, "; ", owner, i, " : ", class_and_size);
  return text;
}

TEST_CASE("a static field that keeps most is a suspect, its array of many where it piled up",
          "[analysis][suspects]") {
  //  ACTIVE - registry - array[] - 20 sessions of 100 bytes
  //  OTHER - small
  GraphLiteral g(absl::StrCat(R"(
    class com.acme.Registry extends com.acme.Node; class com.acme.Session extends com.acme.Node
    (static Main.ACTIVE) -> registry; registry : com.acme.Registry 16
    registry -> array; array : java.lang.Object[] 96
    (static Main.OTHER) -> small; small : com.acme.Node 64
  )",
                              Elements("array", 20, "com.acme.Session 104")));
  const Found found(g);
  const Suspect& suspect = found.only();
  CHECK(suspect.kind == SuspectKind::kSingle);
  REQUIRE_FALSE(found.tree.is_object(suspect.dominator));
  CHECK(found.tree.holder(suspect.dominator).kind == HolderKind::kStaticField);
  CHECK(suspect.retained_bytes == 16 + 96 + 20 * 104);
  CHECK(suspect.retained_objects == 22);
  CHECK(suspect.accumulation.value == g["array"].value);
  CHECK(suspect.container == g["registry"]);
  CHECK(suspect.children == 20);
  CHECK(g.graph().java_class(suspect.content.klass).name == "com.acme.Session");
  CHECK(suspect.content.objects == 20);
  CHECK(suspect.content.bytes == 20 * 104);
  CHECK(g.Text(suspect.path).starts_with("static Main.ACTIVE: registry array array"));
  REQUIRE(suspect.contains.size() == 3);
  CHECK(suspect.contains[0].objects == 20);
  CHECK(found.report.live_bytes == found.tree.retained_bytes(found.tree.whole()));
}

TEST_CASE("with the heap spread evenly nothing is a suspect, and the heaviest is told",
          "[analysis][suspects]") {
  std::string text;
  for (int i = 0; i < 12; ++i) {
    absl::StrAppend(&text, "(static Main", i, ".F) -> n", i, "; class com.acme.C", i, "; n", i,
                    " : com.acme.C", i, i == 7 ? " 12000" : " 10000", "\n");
  }
  GraphLiteral g(text);
  const Found found(g);
  CHECK(found.report.suspects.empty());
  REQUIRE(found.report.heaviest.has_value());
  CHECK(found.report.heaviest->retained_bytes == 12000);
  // A lower threshold makes it one.
  CHECK(Found(g, {.min_percent = 9.5}).report.suspects.size() == 1);
}

TEST_CASE("static fields of one class that only together keep much: the class is a suspect",
          "[analysis][suspects]") {
  //  Hoard.S0..S19 -> 19 boxes of as many classes; a fortieth each
  std::string text = "(static Big.KEEP) -> big; big : com.acme.Node 2000\n";
  for (int i = 0; i < 19; ++i) {
    absl::StrAppend(&text, "(static Hoard.S", i, ") -> n", i, "; class com.acme.C", i, "; n", i,
                    " : com.acme.C", i, " 48\n");
  }
  GraphLiteral g(text);
  const Found found(g);
  REQUIRE(found.report.suspects.size() == 2);
  const Suspect& hoard = found.report.suspects[1];
  const Holder& holder = found.tree.holder(hoard.dominator);
  CHECK(holder.kind == HolderKind::kClass);
  CHECK(g.graph().java_class(holder.klass).name == "Hoard");
}

TEST_CASE("what two owners share is found as a group by its class, and by the way most come",
          "[analysis][suspects]") {
  //  BY_ID - one[] - s0 .. s9
  //  BY_NAME - two[] - s0 .. s9
  std::string elements;
  std::string types;
  for (int i = 0; i < 10; ++i) {
    absl::StrAppend(&elements, " s", i);
    absl::StrAppend(&types, "s", i, " : com.acme.Session 200\n");
  }
  GraphLiteral g(absl::StrCat(R"(
    class com.acme.Session extends com.acme.Node; class com.acme.Box extends com.acme.Node
    (static IndexA.BY_ID) -> box; box : com.acme.Box 16; box -> one
    (static IndexB.BY_NAME) -> outer; outer -> two
    one[] ->)",
                              elements, "\n two[] ->", elements, "\n", types));
  const Found found(g);
  const Suspect& suspect = found.only();
  CHECK(suspect.kind == SuspectKind::kClass);
  CHECK(g.graph().java_class(suspect.klass).name == "com.acme.Session");
  CHECK(suspect.members == 10);
  CHECK(suspect.retained_bytes == 2000);
  CHECK(suspect.accumulation.value == g["one"].value);
  CHECK(suspect.container == g["box"]);
  CHECK(suspect.path_share == 1);
  CHECK(g.Text(suspect.path).starts_with("static IndexA.BY_ID: box one s"));
}

TEST_CASE("a group without a common way has an example path and no point of accumulation",
          "[analysis][suspects]") {
  std::string text = "class com.acme.Cache extends com.acme.Node\n";
  for (int i = 0; i < 15; ++i) {
    absl::StrAppend(&text, "(static Owner", i, ".CACHE) -> c", i, "; c", i,
                    " : com.acme.Cache 9600\n");
  }
  GraphLiteral g(text);
  const Found found(g);
  const Suspect& suspect = found.only();
  CHECK(suspect.kind == SuspectKind::kClass);
  CHECK(suspect.members == 15);
  CHECK_FALSE(suspect.accumulation.valid());
  CHECK(suspect.path.has_value());
}

TEST_CASE("threads of one pool are a suspect together", "[analysis][suspects]") {
  std::string text;
  for (int i = 0; i < 20; ++i) {
    absl::StrAppend(&text, "(thread pool-1-thread-", i, ") -> t", i, "; t", i, " -> b", i, "; t", i,
                    " : java.lang.Thread 104; b", i, " : com.acme.Node 400\n");
  }
  GraphLiteral g(text);
  const Found found(g);
  const Suspect& suspect = found.only();
  CHECK(suspect.kind == SuspectKind::kThreads);
  CHECK(suspect.thread_name == "pool-*-thread-*");
  CHECK(suspect.members == 20);
  CHECK(suspect.retained_bytes == 20 * 504);
}

TEST_CASE("Chain: memory piles up above the head of a queue, not somewhere along it",
          "[analysis][suspects]") {
  //  QUEUE - queue - n0 - n1 - ... - n99, each with a task
  std::string text = R"(
    class com.acme.Queue extends com.acme.Node; class java.util.concurrent.LinkedBlockingQueue$Node extends com.acme.Node; class com.acme.Task extends com.acme.Node
    (static Main.QUEUE) -> queue; queue : com.acme.Queue 48
    queue -> n0)";
  for (int i = 0; i < 100; ++i) {
    absl::StrAppend(&text, "\n n", i, " -> t", i, i < 99 ? absl::StrCat(" n", i + 1) : "", "; t", i,
                    " : com.acme.Task 80; n", i,
                    " : java.util.concurrent.LinkedBlockingQueue$Node 24");
  }
  GraphLiteral g(text);
  const Found found(g);
  const Suspect& suspect = found.only();
  CHECK(suspect.accumulation.value == g["queue"].value);
  CHECK(suspect.container == g["queue"]);
  CHECK(g.graph().java_class(suspect.content.klass).name == "com.acme.Task");
  CHECK(suspect.content.objects == 100);
  CHECK(suspect.content.bytes == 8000);
  CHECK(g.Text(suspect.path) == "static Main.QUEUE: queue n0 t0");
}

TEST_CASE("one huge object is where it piles up itself", "[analysis][suspects]") {
  GraphLiteral g("(static Main.BUFFER) -> a; a : java.lang.Object[] 100000");
  const Found found(g);
  CHECK(found.only().accumulation.value == g["a"].value);
  CHECK_FALSE(found.only().content.klass.valid());
  CHECK(found.only().children == 0);
  CHECK(g.Text(found.only().path) == "static Main.BUFFER: a");
}

TEST_CASE("a cancelled search ends at once, an empty heap has no suspects",
          "[analysis][suspects]") {
  GraphLiteral empty("a -> b");
  CHECK(Found(empty).report.suspects.empty());
  CHECK_FALSE(Found(empty).report.heaviest.has_value());
  GraphLiteral g("(static Main.BUFFER) -> a; a : java.lang.Object[] 100000");
  Progress progress;
  progress.Cancel();
  const DominatorTree tree = MakeDominatorTree(g.graph(), {});
  CHECK(FindSuspects(g.graph(), tree, {}, &progress).suspects.size() <= 1);
}

TEST_CASE("suspects of random graphs keep what they say", "[analysis][suspects]") {
  size_t singles = 0;
  size_t groups = 0;
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    const DominatorTree tree = MakeDominatorTree(graph, {});
    const SuspectReport report = FindSuspects(graph, tree, {.min_percent = 15});
    INFO("seed " << seed);
    uint64_t sum = 0;
    uint64_t last = UINT64_MAX;
    for (const Suspect& suspect : report.suspects) {
      sum += suspect.retained_bytes;
      REQUIRE(suspect.retained_bytes <= last);
      last = suspect.retained_bytes;
      REQUIRE(suspect.retained_bytes * 100 + 100 >= report.live_bytes * 15);
      if (suspect.kind == SuspectKind::kSingle) {
        ++singles;
        REQUIRE(tree.Dominates(suspect.dominator, suspect.accumulation));
        REQUIRE(suspect.path.has_value());
      } else {
        ++groups;
        REQUIRE(suspect.members > 1);
      }
    }
    // Nobody's bytes are counted twice.
    REQUIRE(sum <= report.live_bytes);
  }
  CHECK(singles > 1000);
  CHECK(groups > 100);
}

}  // namespace
}  // namespace taproot
