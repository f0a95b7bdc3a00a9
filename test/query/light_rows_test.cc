#include "query/light_rows.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "support/random_graph.h"
#include "taproot/diff.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;

constexpr uint64_t kLeast = 200;
constexpr RenderOptions kOptions = {.min_retained = kLeast};

uint64_t OwnBytes(const PathTree& tree) {
  uint64_t bytes = 0;
  for (const PathTreeRow& row : tree.rows) bytes += row.bytes;
  return bytes;
}

TEST_CASE("Waste that brings little is left out, what costs time is not", "[query][rows]") {
  size_t left_out = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    PathGroups groups = MakePathGroups(graph, {});
    Waste waste = FindWaste(graph, groups, {});
    size_t owners = 0;
    for (const WasteOfKind& of_kind : waste.kinds) owners += of_kind.by_owner.size();
    Report report{.verb = "waste", .graph = &graph};
    report.waste = WasteSection{std::move(waste), std::move(groups)};
    LeaveOutLight(kOptions, report);
    for (const WasteOfKind& of_kind : report.waste->waste.kinds) {
      for (const WasteByOwner& row : of_kind.by_owner) {
        REQUIRE((row.sum.bytes_to_gain >= kLeast || of_kind.sum.bytes_to_gain == 0));
        --owners;
      }
    }
    left_out += owners;
    REQUIRE(report.notes.empty() == (owners == 0));
  }
  CHECK(left_out > 0);
}

TEST_CASE("Threads that hold little are left out", "[query][rows]") {
  Report report;
  report.threads.emplace().has_retained = true;
  report.threads->entries = {{.retained_bytes = 300}, {.retained_bytes = 199}};
  LeaveOutLight(kOptions, report);
  REQUIRE(report.threads->entries.size() == 1);
  CHECK(report.threads->entries[0].retained_bytes == 300);
  CHECK(report.notes.at(0) ==
        "left out by min-retained=: 1 entry of threads of less than 200 bytes");
}

TEST_CASE("Light paths of the heap count where they hang", "[query][rows]") {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const HeapGraph graph = test::RandomGraph(seed);
    Report report{.verb = "report", .graph = &graph};
    report.path_tree = MakePathTree(MakePathGroups(graph, {}), 1000);
    const size_t before = report.path_tree->rows.size();
    LeaveOutLight(kOptions, report);
    const PathTree& tree = *report.path_tree;
    uint64_t of_roots = 0;
    for (size_t i = 0; i < tree.rows.size(); ++i) {
      REQUIRE(tree.rows[i].bytes_with_all_below >= kLeast);
      REQUIRE((!tree.rows[i].parent || *tree.rows[i].parent < i));
      if (!tree.rows[i].parent) of_roots += tree.rows[i].bytes_with_all_below;
    }
    REQUIRE(OwnBytes(tree) == of_roots);
    REQUIRE(tree.groups_without_row == before - tree.rows.size());
  }
}

TEST_CASE("A row of a diff is heavy if it was or is", "[query][rows]") {
  Report report;
  HeapDiff& diff = report.diff.emplace();
  diff.has_retained = true;
  const auto row = [](std::string name, uint64_t before, uint64_t after) {
    NamedDiff made;
    made.name = std::move(name);
    made.before = {.bytes = before, .retained = before};
    made.after = {.bytes = after, .retained = after};
    return made;
  };
  diff.classes = {row("gone", 500, 0), row("new", 0, 500), row("light", 100, 150)};
  diff.packages = {row("light", 1, 2)};
  PathDiff path;
  path.with_all_below.after.bytes = 1000;
  diff.paths = {path, PathDiff()};
  LeaveOutLight(kOptions, report);
  REQUIRE(diff.classes.size() == 2);
  CHECK(diff.classes[0].name == "gone");
  CHECK(diff.classes[1].name == "new");
  CHECK(diff.packages.empty());
  CHECK(diff.paths.size() == 1);
  REQUIRE(report.notes.size() == 3);
  CHECK(report.notes[0] == "left out by min-retained=: 1 class of less than 200 bytes");
}

TEST_CASE("A growing place weighs what it retains, else what lies below it", "[query][rows]") {
  Report report;
  report.growth.emplace().growing = {{.bytes = {1, 100}, .retained_bytes = 300},
                                     {.bytes = {1, 500}, .retained_bytes = 100},
                                     {.bytes = {1, 500}},
                                     {.bytes = {1, 100}}};
  LeaveOutLight(kOptions, report);
  REQUIRE(report.growth->growing.size() == 2);
  CHECK(report.growth->growing[0].retained_bytes == 300);
  CHECK(report.growth->growing[1].bytes.back() == 500);
  CHECK_THAT(report.notes.at(0), ContainsSubstring("2 growing places"));
}

TEST_CASE("Where retained sizes are not known nothing is left out", "[query][rows]") {
  Report report;
  report.histogram = Histogram{.rows = {{ClassId(0), 1, 16}}};
  report.threads.emplace().entries.resize(2);
  LeaveOutLight(kOptions, report);
  CHECK(report.histogram->rows.size() == 1);
  CHECK(report.threads->entries.size() == 2);
  CHECK(report.notes.empty());
}

TEST_CASE("A threshold in bytes is one in percent, whichever is higher counts", "[query][rows]") {
  CHECK(MinPercentOf({.min_percent = 1}, 1000) == 1);
  CHECK(MinPercentOf({.min_percent = 1, .min_retained = 5}, 1000) == 1);
  CHECK(MinPercentOf({.min_percent = 1, .min_retained = 50}, 1000) == 5);
  CHECK(MinPercentOf({.min_percent = 1, .min_retained = 50}, 0) == 1);
}

}  // namespace
}  // namespace taproot
