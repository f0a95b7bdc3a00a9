#include "report/page_budget.h"

#include <string>
#include <vector>

#include "nlohmann/json.hpp"
#include "support/catch.h"

namespace taproot {
namespace {

Json Document(const std::string& section, Json content) {
  return {{"notes", Json::array()}, {section, std::move(content)}};
}

// As small as cutting can make it without taking all: half of the rows once.
void CutOnce(Json& document) { FitIntoPage(document, ScriptText(document).size() * 3 / 4 + 1000); }

std::vector<uint64_t> Values(const Json& rows, const char* key) {
  std::vector<uint64_t> values;
  for (const Json& row : rows) values.push_back(row[key].get<uint64_t>());
  return values;
}

const std::string kLong(400, 'x');

TEST_CASE("The text of a script element has no tag in it", "[report]") {
  CHECK(ScriptText(Json{{"a", "</script>"}}) == R"({"a":"\u003c/script>"})");
}

TEST_CASE("A dominator tree loses light rows and no parent of a row that stays", "[report]") {
  Json rows = Json::array();
  for (const auto& [depth, bytes] :
       std::vector<std::pair<int, int>>{{0, 100}, {1, 60}, {2, 50}, {2, 5}, {1, 40}, {2, 39}}) {
    rows.push_back({{"depth", depth}, {"retainedBytes", bytes}, {"text", kLong}});
  }
  Json document = Document("dominators", {{"rows", std::move(rows)}});
  CutOnce(document);
  CHECK(Values(document["dominators"]["rows"], "retainedBytes") ==
        std::vector<uint64_t>{100, 60, 50});
  CHECK(document["notes"][0].get<std::string>().find("3 rows of the dominator tree") !=
        std::string::npos);
}

TEST_CASE("Merged paths name their parents anew", "[report]") {
  Json rows = Json::array();
  rows.push_back({{"passing", 9}, {"name", kLong}});
  rows.push_back({{"parent", 0}, {"passing", 2}, {"name", kLong}});
  rows.push_back({{"parent", 1}, {"passing", 1}, {"name", kLong}});
  rows.push_back({{"parent", 0}, {"passing", 7}, {"name", kLong}});
  rows.push_back({{"parent", 3}, {"passing", 6}, {"name", kLong}});
  rows.push_back({{"parent", 3}, {"passing", 1}, {"name", kLong}});
  Json document = Document("mergedPaths", {{"rows", std::move(rows)}});
  CutOnce(document);
  const Json& kept = document["mergedPaths"]["rows"];
  CHECK(Values(kept, "passing") == std::vector<uint64_t>{9, 7, 6});
  CHECK(kept[1]["parent"] == 0);
  CHECK(kept[2]["parent"] == 1);
}

TEST_CASE("A comparison loses what changed the least, in the middle", "[report]") {
  Json rows = Json::array();
  for (int i = 0; i < 8; ++i) rows.push_back({{"at", i}, {"class", kLong}});
  Json document = Document("diff", {{"classes", {{"rows", std::move(rows)}}}});
  CutOnce(document);
  CHECK(Values(document["diff"]["classes"]["rows"], "at") == std::vector<uint64_t>{0, 1, 6, 7});
}

Json Watched(int findings) {
  Json list = Json::array();
  Json ids = Json::array();
  for (int id = findings; id > 0; --id) ids.push_back(id);
  for (int id = 1; id <= findings; ++id) {
    list.push_back({{"id", id}, {"path", kLong}, {"ways", kLong}});
  }
  Json groups = Json::array({{{"findings", std::move(ids)}}});
  return {{"groups", std::move(groups)}, {"findings", std::move(list)}};
}

TEST_CASE("Findings lose their paths first, and the heaviest of a group keeps its own",
          "[report]") {
  Json document = Document("watched", Watched(400));
  CutOnce(document);
  const Json& findings = document["watched"]["findings"];
  CHECK(findings.size() == 400);
  CHECK(findings[399].contains("path"));  // the first of the group
  CHECK_FALSE(findings[0].contains("path"));
  CHECK_FALSE(findings[0].contains("ways"));
}

TEST_CASE("Findings themselves go only when that is not enough", "[report]") {
  Json document = Document("watched", Watched(4000));
  FitIntoPage(document, 60'000);
  CHECK(ScriptText(document).size() <= 60'000);
  const Json& findings = document["watched"]["findings"];
  CHECK(findings.back()["id"] == 4000);
  CHECK(findings.size() < 4000);
  CHECK(findings.back().contains("path"));
}

TEST_CASE("Lists of waste are cut as well", "[report]") {
  Json rows = Json::array();
  for (int i = 0; i < 10; ++i) rows.push_back({{"at", i}, {"owner", kLong}});
  Json document = Document("waste", {{"kinds", {{{"byOwner", std::move(rows)}}}}});
  CutOnce(document);
  CHECK(document["waste"]["kinds"][0]["byOwner"].size() == 5);
}

TEST_CASE("What cannot be made small enough is made as small as can be", "[report]") {
  Json document = Document("paths", Json::array({kLong, kLong, kLong}));
  document["subject"] = kLong;
  FitIntoPage(document, 100);
  CHECK(document["paths"].empty());
  CHECK(document["subject"] == kLong);
}

}  // namespace
}  // namespace taproot
