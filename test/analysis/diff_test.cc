#include "taproot/diff.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"

namespace taproot {
namespace {

using test::GraphLiteral;
using Rows = std::vector<std::string>;

constexpr std::string_view kChanges[] = {"new", "gone", "grown", "shrunk", "same"};

HeapDiff Diff(const HeapGraph& before, const HeapGraph& after) {
  return CompareHeaps(MakeHeapDigest(before, nullptr), MakeHeapDigest(after, nullptr));
}

HeapDiff Diff(std::string_view before, std::string_view after) {
  return Diff(GraphLiteral(before).graph(), GraphLiteral(after).graph());
}

// "grown app.Session 2 -> 3, 32 -> 56"
std::string TextOf(const DiffRow& row, std::string_view name) {
  return absl::StrCat(kChanges[static_cast<size_t>(row.change())], " ", name, " ",
                      row.before.objects, " -> ", row.after.objects, ", ", row.before.bytes, " -> ",
                      row.after.bytes);
}

Rows TextOf(const std::vector<NamedDiff>& diffs) {
  Rows rows;
  for (const NamedDiff& diff : diffs) rows.push_back(TextOf(diff, diff.name));
  return rows;
}

Rows TextOf(const std::vector<PathDiff>& diffs) {
  Rows rows;
  for (const PathDiff& diff : diffs) {
    std::string path;
    for (const PathLabel& label : diff.path) absl::StrAppend(&path, "/", label.name);
    rows.push_back(absl::StrCat(TextOf(diff, path), "; below ", diff.with_all_below.before.bytes,
                                " -> ", diff.with_all_below.after.bytes));
  }
  return rows;
}

constexpr std::string_view kBefore = R"(
  class app.Session; class app.web.Page; class util.Old
  (static Main.CACHE) -> cache
  cache[] -> s1 s2
  s1 : app.Session 16
  s2 : app.Session 16
  (static Main.OLD) -> old
  old : util.Old 64
  (static Main.SAME) -> same
  same : app.web.Page 24
)";
constexpr std::string_view kAfter = R"(
  class app.Session; class app.web.Page; class app.New
  (static Main.CACHE) -> cache
  cache[] -> s1 s2 s3
  s1 : app.Session 16
  s2 : app.Session 16
  s3 : app.Session 24
  (static Main.NEW) -> new
  new : app.New 40
  (static Main.SAME) -> same
  same : app.web.Page 24
)";

TEST_CASE(
    "Classes are new, gone, grown or shrunk, the most bytes grown first, what is the same "
    "left out",
    "[analysis][diff]") {
  const HeapDiff diff = Diff(kBefore, kAfter);
  CHECK(TextOf(diff.classes) == Rows{"new app.New 0 -> 1, 0 -> 40",
                                     "grown app.Session 2 -> 3, 32 -> 56",
                                     "gone util.Old 1 -> 0, 64 -> 0"});
  // The class object of Main counts too.
  CHECK(diff.before.total.objects == 6);
  CHECK(diff.before.total.bytes == 248);
  CHECK(diff.after.total.objects == 7);
  CHECK(diff.after.total.bytes == 248);
}

TEST_CASE("Packages sum up their classes, arrays by their elements", "[analysis][diff]") {
  CHECK(TextOf(Diff(kBefore, kAfter).packages) ==
        Rows{"grown app 2 -> 4, 32 -> 96", "gone util 1 -> 0, 64 -> 0"});
}

TEST_CASE("Paths tell where it grew, and what hangs on it", "[analysis][diff]") {
  CHECK(TextOf(Diff(kBefore, kAfter).paths) ==
        Rows{"new /static field Main.NEW 0 -> 1, 0 -> 40; below 0 -> 40",
             "grown /static field Main.CACHE/[] 2 -> 3, 32 -> 56; below 32 -> 56",
             "gone /static field Main.OLD 1 -> 0, 64 -> 0; below 64 -> 0"});
}

TEST_CASE("An equal heap has no differences, and there and back they are mirrored",
          "[analysis][diff]") {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    INFO(seed);
    const HeapGraph a = test::RandomGraph(seed);
    const HeapGraph b = test::RandomGraph(seed + 1000);
    const HeapDiff none = Diff(a, a);
    REQUIRE((none.classes.empty() && none.packages.empty() && none.paths.empty()));
    const HeapDiff there = Diff(a, b);
    const HeapDiff back = Diff(b, a);
    int64_t grown = 0;
    int64_t shrunk = 0;
    for (const NamedDiff& row : there.classes) grown += row.grown_bytes();
    for (const NamedDiff& row : back.classes) shrunk -= row.grown_bytes();
    REQUIRE(grown == static_cast<int64_t>(there.after.total.bytes - there.before.total.bytes));
    REQUIRE(grown == shrunk);
    REQUIRE(there.paths.size() == back.paths.size());
  }
}

TEST_CASE("Numbers that the VM makes up are no difference", "[analysis][diff]") {
  auto with = [](std::string_view proxy, std::string_view accessor) {
    return absl::StrCat("class ", proxy, "; class ", accessor,
                        "\n(vm) -> root; root[] -> p a; p : ", proxy, " 16; a : ", accessor, " 16");
  };
  const HeapDiff diff = Diff(with("jdk.proxy2.$Proxy7", "jdk.internal.reflect.GeneratedX1"),
                             with("jdk.proxy2.$Proxy31", "jdk.internal.reflect.GeneratedX20"));
  CHECK(diff.classes.empty());
  CHECK(diff.paths.empty());
}

TEST_CASE("Different processes, VMs and programs are told, and so is the wrong order",
          "[analysis][diff]") {
  HeapDiff diff;
  CHECK(RemarksOn(diff).empty());
  diff.before = {.vm = {.version = "17.0.15", .main_class = "a.Main", .pid = 1},
                 .captured_at_ms = 2};
  diff.after = {.vm = {.version = "25.0.3", .main_class = "b.Main", .pid = 2}, .captured_at_ms = 1};
  CHECK(
      RemarksOn(diff) ==
      Rows{"the snapshots are of different programs: a.Main before, b.Main after",
           "the snapshots are of different VMs, whose objects may differ in size: 17.0.15 before, "
           "25.0.3 after",
           "the snapshots are of different processes: 1 before, 2 after",
           "\"before\" was captured after \"after\": what grew reads as shrunk"});
}

TEST_CASE("Objects that retain more are told beside their own bytes", "[analysis][diff]") {
  auto digest = [](std::string_view text) {
    const GraphLiteral g(text);
    const DominatorTree tree = MakeDominatorTree(g.graph(), {});
    return MakeHeapDigest(g.graph(), &tree);
  };
  const std::string classes =
      "class app.Session; class app.Page\n(static Main.S) -> s\n"
      "s : app.Session 16; p : app.Page 100000\n";
  const HeapDiff diff = CompareHeaps(
      digest(absl::StrCat(classes, "q : app.Session 16; (static Main.Q) -> q")),
      digest(absl::StrCat(classes, "q : app.Session 24; (static Main.Q) -> q; s -> p")));
  REQUIRE(diff.has_retained);
  REQUIRE(diff.classes.size() == 2);
  CHECK(diff.classes[1].name == "app.Session");
  CHECK(diff.classes[1].before.retained == 32);
  CHECK(diff.classes[1].after.retained == 100040);
}

}  // namespace
}  // namespace taproot
