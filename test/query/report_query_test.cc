// The report that has everything, and what min-retained= leaves out.
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "query/ask.h"
#include "query/query.h"
#include "report/report_scenarios.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"
#include "support/test_heap.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;
using nlohmann::json;
using test::Ask;

json AskJson(const std::string& text, HeapGraph& graph, QueryServices services = {}) {
  return json::parse(Ask(text + ",format=json", graph, std::move(services)));
}

TEST_CASE("A report has every section of the heap, watched objects only where there are some",
          "[query][report]") {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    HeapGraph graph = test::RandomGraph(seed);
    const json report = AskJson("report", graph);
    for (const char* section :
         {"histogram", "dominators", "suspects", "waste", "threads", "pathTree"}) {
      INFO(seed << " " << section);
      CHECK(report.contains(section));
    }
    CHECK_FALSE(report.contains("watched"));
    CHECK(report["verb"] == "report");
    CHECK(report["suspects"]["minPercent"] == 10);
    for (const json& row : report["histogram"]["rows"]) CHECK(row.contains("retainedBytes"));
  }
  test::Leaks leaks;
  CHECK(AskJson("report", leaks.graph)["watched"]["total"] == 6);
}

TEST_CASE("A report to search has more rows than one to read", "[query][report]") {
  CHECK(ParseCommand("report")->render.top == 500);
  CHECK(ParseCommand("report,format=jsonl")->render.depth == 12);
  CHECK(ParseCommand("report,format=text")->render.top == 30);
  CHECK(ParseCommand("report,format=prometheus")->render.top == 30);
  CHECK(ParseCommand("report,top=7")->render.top == 7);
  CHECK(ParseCommand("report,top=7,format=text")->render.top == 7);
}

TEST_CASE("For want of memory a report says what it leaves out and goes on", "[query][report]") {
  HeapGraph graph = test::RandomGraph(5);
  const json report = AskJson("report", graph, {.reserve = [](uint64_t) {
                                return absl::ResourceExhaustedError("only 3 MiB are left");
                              }});
  CHECK(report.contains("histogram"));
  CHECK(report.contains("threads"));
  for (const char* section : {"dominators", "suspects", "waste", "pathTree"}) {
    CHECK_FALSE(report.contains(section));
  }
  const std::string notes = report["notes"].dump();
  CHECK_THAT(notes, ContainsSubstring("retained sizes are left out: only 3 MiB are left"));
  CHECK_THAT(notes, ContainsSubstring("waste and paths are left out: only 3 MiB are left"));
}

// 12,000 leaks of one signature.
HeapGraph WideHeap() {
  test::TestHeap heap;
  heap.AddClass("com.acme.Item");
  for (int i = 0; i < 12'000; ++i) {
    const NodeId node = heap.New("com.acme.Item", 16);
    heap.AddRoot(RootKind::kJniGlobal, node);
    heap.builder().AddWatched({.id = static_cast<uint64_t>(i) + 1,
                               .class_name = "com.acme.Item",
                               .node = node,
                               .age_ms = 60'000});
  }
  return std::move(heap).Build();
}

TEST_CASE("A report of very many leaks tells the first of them, and counts them all",
          "[query][report]") {
  HeapGraph graph = WideHeap();
  const json watched = AskJson("report", graph)["watched"];
  CHECK(watched["total"] == 12'000);
  CHECK(watched["leaks"] == 12'000);
  CHECK(watched["findings"].size() == 1'000);
  CHECK(watched["omittedFindings"] == 11'000);
  size_t with_path = 0;
  for (const json& finding : watched["findings"]) with_path += finding.contains("path") ? 1 : 0;
  CHECK(with_path == 100);
  REQUIRE(watched["groups"].size() == 1);
  CHECK(watched["groups"][0]["count"] == 12'000);
  CHECK(watched["groups"][0]["findings"].size() == 100);
  // Everybody else gets them all.
  CHECK(AskJson("leaks", graph)["watched"]["findings"].size() == 12'000);
}

// Main.BIG -> 4,096 bytes, Main.SMALL -> 64 bytes; both are watched.
constexpr const char* kTwo = R"(
  class com.acme.Big
  class com.acme.Small
  (static Main.BIG) -> big
  (static Main.SMALL) -> small
  big : com.acme.Big 4096
  small : com.acme.Small 64
)";

TEST_CASE("What retains less than min-retained= is left out of every list", "[query][rows]") {
  const test::GraphLiteral literal(kTwo);
  auto& graph = const_cast<HeapGraph&>(literal.graph());
  for (const std::string verb : {"histogram", "dominators", "report", "paths,class=com.acme.*",
                                 "paths,merged=true,class=com.acme.*"}) {
    const std::string all = Ask(verb + ",format=text,min=0", graph);
    const std::string some = Ask(verb + ",format=text,min=0,min-retained=1KiB", graph);
    INFO(verb << "\n" << all << "\n" << some);
    CHECK_THAT(all, ContainsSubstring("Main.BIG") || ContainsSubstring("com.acme.Big"));
    CHECK_THAT(all, ContainsSubstring("Main.SMALL") || ContainsSubstring("com.acme.Small"));
    CHECK_THAT(some, ContainsSubstring("Main.BIG") || ContainsSubstring("com.acme.Big"));
    CHECK_FALSE(absl::StrContains(some, "Main.SMALL -> "));
    CHECK_FALSE(absl::StrContains(some, "com.acme.Small\n"));
  }
  CHECK_THAT(Ask("histogram,min-retained=1KiB", graph),
             ContainsSubstring("note: left out by min-retained=: ") &&
                 ContainsSubstring(" of less than 1.0 KiB\n"));
}

TEST_CASE("Of the instances of a class the heaviest have paths where a least size is asked for",
          "[query][rows]") {
  const test::GraphLiteral literal(kTwo);
  auto& graph = const_cast<HeapGraph&>(literal.graph());
  const json paths = AskJson("paths,class=com.acme.*,min-retained=1", graph)["paths"];
  REQUIRE(paths.size() == 2);
  CHECK(paths[0]["class"] == "com.acme.Big");
  const json heavy = AskJson("paths,class=com.acme.*,min-retained=1KiB", graph);
  CHECK(heavy["paths"].size() == 1);
  CHECK(heavy["subject"] == "2 instances of com.acme.*; of 1.0 KiB and more: 1");
  CHECK(AskJson("paths,class=com.acme.*,min-retained=1GiB", graph)["paths"].empty());
}

TEST_CASE("A light leak is still one: it is counted, and only its trace is left out",
          "[query][rows]") {
  test::TestHeap heap;
  uint64_t id = 0;
  for (const std::string name : {"Light", "Heavy"}) {  // each held by a class of its own
    heap.AddClass(name);
    heap.AddClass("Holder" + name, "java.lang.Object", {"Object item"});
    const NodeId node = heap.New(name, id == 0 ? 16 : 4096);
    const NodeId holder = heap.New("Holder" + name, 16);
    heap.Set(holder, "item", node);
    heap.AddRoot(RootKind::kJniGlobal, holder);
    heap.builder().AddWatched({.id = ++id, .class_name = name, .node = node, .age_ms = 60'000});
  }
  HeapGraph graph = std::move(heap).Build();
  const std::string all = Ask("leaks", graph);
  CHECK_THAT(all, ContainsSubstring("LEAK  Light") && ContainsSubstring("2 of 2 watched"));
  const std::string heavy = Ask("leaks,min-retained=1KiB", graph);
  CHECK_THAT(heavy, ContainsSubstring("2 of 2 watched") && ContainsSubstring("LEAK  Heavy"));
  CHECK_THAT(heavy,
             !ContainsSubstring("LEAK  Light") && ContainsSubstring("… 1 more strongly reachable"));
  CHECK(AskJson("leaks,min-retained=1KiB", graph)["watched"]["leaks"] == 2);
}

TEST_CASE("min-retained= is a number of bytes, and needs retained sizes", "[query][rows]") {
  CHECK(ParseCommand("histogram,min-retained=64KiB")->render.min_retained == 65'536);
  const auto refusal = [](const std::string& command) {
    return std::string(ParseCommand(command).status().message());
  };
  CHECK_THAT(refusal("histogram,min-retained=much"),
             ContainsSubstring("'much' is not a number of bytes such as 4096, 64KiB or 10MB"));
  CHECK_THAT(refusal("histogram,retained=false,min-retained=1"),
             ContainsSubstring("not with retained=false"));
}

}  // namespace
}  // namespace taproot
