#include "query/query.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"
#include "query/command.h"
#include "support/catch.h"
#include "support/graph_literal.h"
#include "support/random_graph.h"

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
  return RenderAnswer(*command, *std::move(report));
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
                                             "waste"};

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

}  // namespace
}  // namespace taproot
