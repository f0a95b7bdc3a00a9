#include "report/html_report.h"

#include <string>
#include <string_view>
#include <vector>

#include "nlohmann/json.hpp"
#include "report/html_template.h"
#include "report/report_scenarios.h"
#include "support/catch.h"

namespace taproot {
namespace {

using nlohmann::json;

constexpr std::string_view kBefore = "<script type=\"application/json\" id=\"report\">";
constexpr std::string_view kAfter = "</script>";

// What the page's script reads.
json DataOf(const std::string& page) {
  const size_t begin = page.find(kBefore);
  REQUIRE(begin != std::string::npos);
  const size_t from = begin + kBefore.size();
  return json::parse(page.substr(from, page.find(kAfter, from) - from));
}

size_t CountOf(std::string_view word, std::string_view text) {
  size_t count = 0;
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++count;
  return count;
}

Report WithClasses(const test::JavaWorld& world, size_t classes) {
  Report report = test::ProfileReport(world);
  report.histogram.emplace();
  for (size_t i = 0; i < classes; ++i) {
    report.histogram->rows.push_back({ClassId(0), 1, classes - i});
  }
  return report;
}

TEST_CASE("The template has a place for the title and one for the data", "[report]") {
  CHECK(CountOf(kHtmlTitleMark, kHtmlTemplate) == 1);
  CHECK(CountOf(kHtmlDataMark, kHtmlTemplate) == 1);
}

TEST_CASE("The page asks for nothing beside itself", "[report]") {
  CHECK(kHtmlTemplate.find("default-src 'none'") != std::string_view::npos);
  CHECK(kHtmlTemplate.find("src=") == std::string_view::npos);
  CHECK(kHtmlTemplate.find("@import") == std::string_view::npos);
}

TEST_CASE("A title that is too long ends with a whole character", "[report]") {
  const test::JavaWorld world;
  Report report = test::ProfileReport(world);
  for (const size_t before : {0, 1}) {
    report.vm.main_class = std::string(before, 'x');
    for (int i = 0; i < 200; ++i) report.vm.main_class += "ä";
    const std::string page = RenderHtml(report, {});
    const size_t begin = page.find("<title>") + 7;
    const std::string title = page.substr(begin, page.find("</title>") - begin);
    CHECK(title.size() < 250);
    CHECK_NOTHROW(json(title).dump());  // which refuses what is no UTF-8
  }
}

TEST_CASE("The page holds the whole document", "[report]") {
  const test::Leaks leaks;
  const json data = DataOf(RenderHtml(test::LeaksReport(leaks), {}));
  CHECK(data["schema"] == "taproot-report");
  CHECK(data["watched"]["findings"].size() == 6);
  CHECK(data["notes"].empty());
}

TEST_CASE("Nothing that was captured ends the element that holds it", "[report]") {
  const test::Leaks leaks;
  Report report = test::LeaksReport(leaks);
  report.subject = "</script><script>alert(1)</script><!--";
  const std::string plain = RenderHtml(test::LeaksReport(leaks), {});
  const std::string page = RenderHtml(report, {});
  CHECK(CountOf("<script", page) == CountOf("<script", plain));
  CHECK(CountOf("</script", page) == CountOf("</script", plain));
  CHECK(DataOf(page)["subject"] == report.subject);
}

TEST_CASE("The title is text, whatever the main class is called", "[report]") {
  Report report;
  report.verb = "status";
  report.vm.main_class = "</title><b>&\xff";
  report.status.emplace();
  const std::string page = RenderHtml(report, {});
  CHECK(page.find("<title>status of &lt;/title&gt;&lt;b&gt;&amp;\xef\xbf\xbd") !=
        std::string::npos);
  report.vm.main_class = "";
  report.vm.pid = 4711;
  CHECK(RenderHtml(report, {}).find("<title>status of process 4711") != std::string::npos);
}

TEST_CASE("What would be too heavy for a page loses its lightest rows, and says so", "[report]") {
  const test::JavaWorld world;
  const std::string page = RenderHtml(WithClasses(world, 200'000), {.top = 200'000});
  CHECK(page.size() <= kMaxHtmlBytes);
  const json data = DataOf(page);
  const json& rows = data["histogram"]["rows"];
  CHECK(rows.size() > 10'000);
  CHECK(rows.size() < 200'000);
  CHECK(rows[0]["shallowBytes"] == 200'000);
  CHECK(data["profile"]["entries"].size() > 1);  // the other sections are whole
  REQUIRE(data["notes"].size() == 1);
  const std::string note = data["notes"][0];
  CHECK(note.find("classes of the histogram") != std::string::npos);
}

TEST_CASE("What fits is left as it is", "[report]") {
  const test::JavaWorld world;
  const json data = DataOf(RenderHtml(WithClasses(world, 5'000), {.top = 5'000}));
  CHECK(data["histogram"]["rows"].size() == 5'000);
  CHECK(data["notes"].empty());
}

}  // namespace
}  // namespace taproot
