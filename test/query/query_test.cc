#include "query/query.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "query/command.h"
#include "query/file_query.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"
#include "support/temporary_folder.h"
#include "support/test_heap.h"
#include "taproot/snapshot.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::GraphLiteral;

absl::StatusOr<std::string> Ask(const std::string& text, HeapGraph& graph,
                                Progress* progress = nullptr) {
  absl::StatusOr<Command> command = ParseCommand(text);
  if (!command.ok()) return command.status();
  QueryContext query(*command, graph, {}, progress);
  absl::StatusOr<Report> report = AnswerQuery(query);
  if (!report.ok()) return report.status();
  return RenderAnswer(*command, *std::move(report)).text;
}

const std::vector<std::string> kQuestions = {"histogram",
                                             "profile,class=*",
                                             "size,class=*",
                                             "leaks",
                                             "dump",
                                             "paths,class=*",
                                             "paths,class=*,shortest=3,disjoint=3,strength=phantom",
                                             "paths,class=*,merged=true",
                                             "dominators",
                                             "dominators,by=class",
                                             "dominators,by=package",
                                             "dominators,by=loader",
                                             "dominators,by=thread",
                                             "dominators,by=static",
                                             "suspects",
                                             "threads",
                                             "waste",
                                             "report"};

TEST_CASE("Every verb answers about any graph, in every format", "[query]") {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    HeapGraph graph = test::RandomGraph(seed);
    for (const std::string& question : kQuestions) {
      const std::string text_question = absl::StrCat(question, ",format=text");
      const auto text = Ask(text_question, graph);
      if (!text.ok()) FAIL(seed << " " << question << ": " << text.status());
      if (text->empty() || text->back() != '\n') FAIL(seed << " " << question << ": " << *text);
      if (text->find(" \n") != std::string::npos) FAIL(seed << " " << question << ":\n" << *text);

      const auto json = Ask(absl::StrCat(question, ",format=json"), graph);
      if (!json.ok()) FAIL(seed << " " << question << ": " << json.status());
      const auto document = nlohmann::json::parse(*json);
      CHECK(document["verb"] == question.substr(0, question.find(',')));
    }
  }
}

TEST_CASE("One graph gives one answer", "[query]") {
  for (const std::string& question : kQuestions) {
    HeapGraph one = test::RandomGraph(7);
    HeapGraph same = test::RandomGraph(7);
    CHECK(*Ask(question, one) == *Ask(question, same));
  }
}

TEST_CASE("Work that is cancelled gives no answer", "[query]") {
  HeapGraph graph = test::RandomGraph(3);
  for (const std::string& question : kQuestions) {
    Progress progress;
    progress.Cancel();
    CHECK(absl::IsCancelled(Ask(question, graph, &progress).status()));
  }
}

//  (static Main.KEEP) ─▶ list ─▶ one, two
constexpr const char* kList = R"(
  class com.acme.Item
  (static Main.KEEP) -> list
  list -> one two
  one : com.acme.Item 24
  two : com.acme.Item 24
)";

TEST_CASE("What a question is about is named, or the reason why it cannot be", "[query]") {
  GraphLiteral literal(kList);
  auto& graph = const_cast<HeapGraph&>(literal.graph());
  CHECK_THAT(*Ask("size,class=com.acme.Item", graph), ContainsSubstring("2 instances of"));
  CHECK_THAT(*Ask("paths,class=com.acme.Item,top=1", graph),
             ContainsSubstring("2 instances of com.acme.Item, the first 1 of them"));

  auto refusal = [&](const std::string& question) {
    return std::string(Ask(question, graph).status().message());
  };
  CHECK_THAT(
      refusal("size,class=com.acme.Itme"),
      ContainsSubstring("no class named com.acme.Itme is loaded: did you mean com.acme.Item"));
  CHECK_THAT(refusal("size"), ContainsSubstring("size needs class=NAME or watched=NAME"));
  CHECK_THAT(refusal("size,class=a,watched=b"), ContainsSubstring("not both"));
  CHECK_THAT(refusal("size,watched=b"), ContainsSubstring("no watched object 'b' is in the heap"));
  CHECK(absl::IsUnimplemented(Ask("status", graph).status()));
}

TEST_CASE("Counts in a subject have separators", "[query]") {
  test::TestHeap heap;
  heap.AddClass("com.acme.Item");
  for (int i = 0; i < 1'204; ++i) {
    heap.AddRoot(RootKind::kJniGlobal, heap.New("com.acme.Item", 16));
  }
  HeapGraph graph = std::move(heap).Build();
  CHECK_THAT(*Ask("size,class=com.acme.Item", graph),
             ContainsSubstring("1,204 instances of com.acme.Item"));
  CHECK_THAT(*Ask("paths,class=com.acme.Item,top=1003", graph),
             ContainsSubstring("1,204 instances of com.acme.Item, the first 1,003 of them"));
}

TEST_CASE("A file tells what its graph does not reach, or with verify=graph leaves it out",
          "[query]") {
  test::TestHeap heap;
  heap.AddClass("com.acme.Item");
  const NodeId held = heap.New("com.acme.Item", 16);
  heap.AddRoot(RootKind::kJniGlobal, held);
  heap.builder().AddWatched(
      {.id = 1, .class_name = "com.acme.Item", .node = held, .age_ms = 9'000});
  heap.builder().AddWatched({.id = 2, .class_name = "com.acme.Item", .age_ms = 9'000});
  heap.builder().SetCapture({.engine = "fork"});
  const HeapGraph graph = std::move(heap).Build();
  const TemporaryFolder folder;
  REQUIRE(WriteSnapshot(graph, folder / "heap").ok());
  auto ask = [&](const std::string& keys) {
    const absl::StatusOr<Command> command =
        ParseCommand(absl::StrCat("leaks,file=", folder / "heap", keys));
    return AnswerFromFile(*command, {}, SnapshotAccess::kMap, nullptr)->text;
  };
  CHECK_THAT(ask(""), ContainsSubstring("held by the VM"));
  CHECK_THAT(ask(",verify=graph"),
             ContainsSubstring("note: 1 watched object is not reached any more: the next "
                               "collection will free it\n") &&
                 !ContainsSubstring("held by the VM"));
}

TEST_CASE("An answer says how many leaks it tells of", "[query]") {
  test::TestHeap heap;
  heap.AddClass("com.acme.Item");
  for (uint64_t id = 1; id <= 3; ++id) {
    const NodeId held = heap.New("com.acme.Item", 16);
    heap.AddRoot(RootKind::kJniGlobal, held);
    // The last one is too young.
    heap.builder().AddWatched(
        {.id = id, .class_name = "com.acme.Item", .node = held, .age_ms = id == 3 ? 0 : 9'000});
  }
  HeapGraph graph = std::move(heap).Build();
  const auto leaks = [&](const std::string& text) {
    const absl::StatusOr<Command> command = ParseCommand(text);
    QueryContext query(*command, graph, {}, nullptr);
    query.verdicts.retained_delay_ms = 5'000;
    return RenderAnswer(*command, *AnswerQuery(query)).facts.leaks;
  };
  CHECK(leaks("leaks") == 2);
  CHECK(leaks("dump") == 2);
  CHECK(leaks("histogram") == 0);
}

TEST_CASE("For want of memory a report goes without retained sizes and says so", "[query]") {
  HeapGraph graph = test::RandomGraph(5);
  const absl::StatusOr<Command> command = ParseCommand("histogram");
  QueryContext query(
      *command, graph,
      {.reserve = [](uint64_t) { return absl::ResourceExhaustedError("only 3 MiB are left"); }},
      nullptr);
  CHECK(query.Dominators() == nullptr);
  CHECK(query.Dominators() == nullptr);
  CHECK(query.notes ==
        std::vector<std::string>{"retained sizes are left out: only 3 MiB are left"});
}

TEST_CASE("Where nothing is watched, leaks tells what looks like one", "[query]") {
  HeapGraph graph = test::RandomGraph(7);
  const auto told = [&](const std::string& question) {
    return nlohmann::json::parse(Ask(question + ",format=json", graph).value());
  };
  const auto guess = told("leaks");
  CHECK(guess["watched"]["total"] == 0);
  CHECK(guess["suspects"] == told("suspects")["suspects"]);
  CHECK_THAT(guess["notes"].dump(), ContainsSubstring("nothing is watched"));
  // Who names what to watch, or wants nothing that takes the whole heap, gets no guess.
  CHECK_FALSE(told("leaks,watch=a.B").contains("suspects"));
  CHECK_FALSE(told("leaks,retained=false").contains("suspects"));
  CHECK_FALSE(told("dump").contains("suspects"));
}

}  // namespace
}  // namespace taproot
