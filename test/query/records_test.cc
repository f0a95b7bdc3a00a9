// Records as CSV and JSON lines.
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "nlohmann/json.hpp"
#include "query/ask.h"
#include "query/query.h"
#include "report/golden.h"
#include "report/report_scenarios.h"
#include "report/table_report.h"
#include "support/catch.h"
#include "support/random_graph.h"

namespace taproot {
namespace {

using nlohmann::json;
using test::Ask;

using Keys = std::set<std::string>;

// By type of record: the keys that the schema wants.
std::map<std::string, Keys> KeysOfSchema() {
  std::ifstream file(test::GoldenFile("../../docs/schema/taproot-record-1.schema.json"));
  const json schema = json::parse(file);
  std::map<std::string, Keys> keys;
  for (const auto& [type, definition] : schema["$defs"].items()) {
    Keys& of_type = keys[type];
    for (const json& key : schema["required"]) of_type.insert(key);
    for (const json& key : definition["required"]) of_type.insert(key);
    CHECK(definition["required"].size() == definition["properties"].size() - 1);  // but `type`
  }
  return keys;
}

std::vector<std::string> Lines(const std::string& text, const char* end) {
  std::vector<std::string> lines = absl::StrSplit(text, end);
  REQUIRE(lines.back().empty());
  lines.pop_back();
  return lines;
}

// The cells of a line of CSV, where no cell has a line break.
std::vector<std::string> Cells(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  return cells;
}

const std::vector<std::pair<std::string, std::string>> kQuestions = {
    {"histogram", "class"},      {"profile,class=*", "profileEntry"},
    {"size,class=*", "size"},    {"leaks", "finding"},
    {"paths,class=*", "path"},   {"paths,class=*,merged=true", "mergedPath"},
    {"dominators", "dominator"}, {"dominators,by=class", "dominator"},
    {"suspects", "suspect"},     {"threads", "thread"},
    {"waste", "waste"},
};

// Of all records in the answers to all questions.
std::set<std::string> CheckRecords(HeapGraph& graph) {
  static const std::map<std::string, Keys> wanted = KeysOfSchema();
  std::set<std::string> seen;
  std::vector<std::string> questions = {"report", "dump"};
  for (const auto& [question, type] : kQuestions) questions.push_back(question);
  for (const std::string& question : questions) {
    for (const std::string& line : Lines(Ask(question + ",format=jsonl", graph), "\n")) {
      const json record = json::parse(line);
      Keys keys;
      for (const auto& [key, value] : record.items()) keys.insert(key);
      INFO(line);
      REQUIRE(keys == wanted.at(record["type"]));
      seen.insert(record["type"]);
    }
  }
  return seen;
}

TEST_CASE("Every record of a type has the keys of the schema, whatever the heap",
          "[report][records]") {
  std::set<std::string> seen;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    HeapGraph graph = test::RandomGraph(seed);
    seen.merge(CheckRecords(graph));
  }
  test::Leaks leaks;
  seen.merge(CheckRecords(leaks.graph));
  for (const char* type : {"capture", "finding", "leak", "class", "path", "mergedPath", "size",
                           "dominator", "pathGroup", "suspect", "profileEntry", "thread"}) {
    INFO(type);
    CHECK(seen.contains(type));
  }
}

TEST_CASE("A table has the columns of its records, and as many cells in each row",
          "[report][records]") {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    HeapGraph graph = test::RandomGraph(seed);
    for (const auto& [question, usual_type] : kQuestions) {
      const auto rows = Lines(Ask(question + ",format=csv", graph), "\r\n");
      const auto lines = Lines(Ask(question + ",format=jsonl", graph), "\n");
      // Where nothing is watched, leaks tells what looks like one.
      const bool unwatched = question == "leaks" && graph.watched().empty();
      const std::string type = unwatched ? "suspect" : usual_type;
      size_t records = 0;
      std::vector<std::string> columns;
      for (const std::string& line : lines) {
        const auto record = nlohmann::ordered_json::parse(line);
        if (record["type"] != type) continue;
        ++records;
        columns.clear();
        for (const auto& [key, value] : record.items()) columns.push_back(key);
        columns.erase(columns.begin(), columns.begin() + 10);  // what every record has
      }
      INFO(seed << " " << question << "\n" << rows[0]);
      REQUIRE(rows.size() == records + 1);
      if (records > 0) REQUIRE(Cells(rows[0]) == columns);
      for (const std::string& row : rows) REQUIRE(Cells(row).size() == Cells(rows[0]).size());
    }
  }
}

TEST_CASE("Cells that would break a table are quoted", "[report][records]") {
  test::ReportHeap heap;
  heap.AddClass("com.acme.Item");
  heap.AddRoot(RootKind::kJniGlobal, heap.New("com.acme.Item", 16));
  const std::string name = "a,b \"c\"\r\nd";
  heap.Watch(heap.New("com.acme.Item", 16), "com.acme.Item", name, 60'000, 1);
  const HeapGraph graph = std::move(heap).Build();
  Report report = test::ReportOn(graph, "leaks", "");
  report.findings = JudgeWatched(graph, {});
  const std::string csv = RenderCsv(report, {});
  CHECK_THAT(csv, Catch::Matchers::ContainsSubstring("1,\"a,b \"\"c\"\"\r\nd\",com.acme.Item,"));
  const std::string lines = RenderJsonLines(report, {});
  CHECK(json::parse(Lines(lines, "\n")[1])["name"] == name);
}

TEST_CASE("What is no UTF-8 is replaced, in tables as well", "[report][records]") {
  test::ReportHeap heap;
  heap.AddClass("com.acme.Item");
  heap.Watch(heap.New("com.acme.Item", 16), "com.acme.Item", "a\xff", 60'000, 1);
  const HeapGraph graph = std::move(heap).Build();
  Report report = test::ReportOn(graph, "leaks", "");
  report.findings = JudgeWatched(graph, {});
  CHECK(json::parse(Lines(RenderJsonLines(report, {}), "\n")[1])["name"] == "a\xEF\xBF\xBD");
  CHECK_THAT(RenderCsv(report, {}), Catch::Matchers::ContainsSubstring(",a\xEF\xBF\xBD,"));
}

TEST_CASE("A record can be read alone: it says where and when it comes from", "[report][records]") {
  const test::Leaks leaks;
  for (const std::string& line : Lines(RenderJsonLines(test::LeaksReport(leaks), {}), "\n")) {
    const json record = json::parse(line);
    CHECK(record["schema"] == "taproot-record");
    CHECK(record["schemaVersion"] == 1);
    CHECK(record["host"] == "shop-1");
    CHECK(record["pid"] == 4711);
    CHECK(record["mainClass"] == "com.acme.Main");
    CHECK(record["vmVersion"] == "17.0.15+6-Debian-1deb12u1");
    CHECK(record["capturedAt"] == "2025-06-15T15:06:40.000Z");
    CHECK(record["capturedAtMs"] == 1'750'000'000'000);
  }
}

}  // namespace
}  // namespace taproot
