// Collapsed stacks: what the lines of an answer say together.
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"
#include "query/ask.h"
#include "query/query.h"
#include "report/flame_report.h"
#include "report/flame_stacks.h"
#include "report/report_heap.h"
#include "support/catch.h"
#include "support/random_graph.h"

namespace taproot {
namespace {

using nlohmann::json;
using test::Ask;

// Of all lines, each of which is `frame;frame value` without an empty frame.
uint64_t SumOf(const std::string& stacks) {
  uint64_t sum = 0;
  for (const std::string_view line : absl::StrSplit(stacks, '\n', absl::SkipEmpty())) {
    INFO(line);
    const size_t blank = line.rfind(' ');
    REQUIRE(blank != std::string_view::npos);
    uint64_t value = 0;
    REQUIRE(absl::SimpleAtoi(line.substr(blank + 1), &value));
    REQUIRE(value > 0);
    sum += value;
    for (const std::string_view frame : absl::StrSplit(line.substr(0, blank), ';')) {
      REQUIRE_FALSE(frame.empty());
    }
  }
  return sum;
}

constexpr const char* kAll = ",min=0,top=100000,depth=100000";

TEST_CASE("The stacks of an answer weigh what the answer weighs", "[report][flame]") {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    HeapGraph graph = test::RandomGraph(seed);
    const auto stacks = [&](const std::string& question) {
      return SumOf(Ask(absl::StrCat(question, kAll, ",format=flame"), graph));
    };
    const auto document = [&](const std::string& question) {
      return json::parse(Ask(absl::StrCat(question, kAll, ",format=json"), graph));
    };
    INFO(seed);
    CHECK(stacks("dominators") == document("dominators")["dominators"]["strong"]["bytes"]);
    CHECK(stacks("profile,class=*") == document("profile,class=*")["profile"]["bytes"]);
    CHECK(stacks("paths,class=*,merged=true") ==
          document("paths,class=*,merged=true")["mergedPaths"]["retainedBytes"]);
    CHECK(stacks("report") == document("report")["pathTree"]["bytes"]);
    uint64_t of_threads = 0;
    for (const json& thread : document("threads")["threads"]["threads"]) {
      of_threads += thread["retainedBytes"].get<uint64_t>();
    }
    CHECK(stacks("threads") == of_threads);
  }
}

TEST_CASE("Merged paths without retained sizes are counted in objects", "[report][flame]") {
  HeapGraph graph = test::RandomGraph(11);
  const std::string question = "paths,class=*,merged=true,retained=false,format=";
  const json merged = json::parse(Ask(question + "json", graph))["mergedPaths"];
  CHECK(SumOf(Ask(question + "flame", graph)) ==
        merged["objects"].get<uint64_t>() - merged["unheld"].get<uint64_t>());
}

TEST_CASE("What separates frames and lines is written otherwise in a name", "[report][flame]") {
  test::ReportHeap heap;
  heap.Thread("a;b\nc");
  const HeapGraph graph = std::move(heap).Build();
  const DominatorTree tree = MakeDominatorTree(graph, {});
  Report report{.verb = "threads", .graph = &graph};
  report.threads = MakeThreadReport(graph, &tree);
  CHECK(RenderFlame(report, {}) == "thread \"a:b\\u000ac\" 96\n");
}

TEST_CASE("A row of stacks has what its children leave it", "[report][flame]") {
  FlameStacks stacks;
  OwnValues values(stacks);
  values.Add(0, "all", 100);
  values.Add(1, "left", 60);
  values.Add(2, "deep", 60);
  values.Add(1, "right", 30);
  values.Add(0, "", 5);
  values.Finish();
  CHECK(std::move(stacks).Take() == "all;left;deep 60\nall;right 30\nall 10\n? 5\n");
}

}  // namespace
}  // namespace taproot
