#include "report/prometheus_report.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "report/metrics.h"
#include "report/report_scenarios.h"
#include "support/catch.h"

namespace taproot {
namespace {

using Catch::Matchers::ContainsSubstring;

// Each family is told once, with what it is; no sample is told twice.
void CheckExposition(const std::string& text) {
  std::set<std::string> families;
  std::set<std::string> samples;
  std::string family;
  for (const std::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    INFO(line);
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    if (absl::StartsWith(line, "# HELP ")) {
      family = words[2];
      CHECK(families.insert(family).second);
    } else if (absl::StartsWith(line, "# TYPE ")) {
      CHECK(words[2] == family);
      CHECK(words[3] == "gauge");
    } else {
      const std::string sample(line.substr(0, line.rfind(' ')));
      CHECK(sample.substr(0, sample.find('{')) == family);
      CHECK(samples.insert(sample).second);
    }
  }
  CHECK(absl::EndsWith(text, "\n"));
}

TEST_CASE("Metrics tell the heap, the pause and every verdict", "[report][prometheus]") {
  const test::Leaks leaks;
  const std::string text = RenderPrometheus(test::LeaksReport(leaks), {});
  CheckExposition(text);
  const std::string of = "{main_class=\"com.acme.Main\",pid=\"4711\"";
  CHECK_THAT(text, ContainsSubstring("\ntaproot_heap_used_bytes" + of + "} 327600000\n"));
  CHECK_THAT(text, ContainsSubstring("\ntaproot_capture_pause_seconds" + of + "} 0.1032\n"));
  CHECK_THAT(text,
             ContainsSubstring("\ntaproot_capture_timestamp_seconds" + of + "} 1750000000\n"));
  CHECK_THAT(text, ContainsSubstring("\ntaproot_watched_objects" + of +
                                     ",verdict=\"strongly-reachable\"} 2\n"));
  CHECK_THAT(text, ContainsSubstring("\ntaproot_watched_objects" + of +
                                     ",verdict=\"weakly-reachable\"} 0\n"));
  CHECK_THAT(text, ContainsSubstring("\ntaproot_leaks" + of + "} 2\n"));
}

TEST_CASE("Classes of one name and loader are one sample", "[report][prometheus]") {
  test::ReportHeap heap;
  heap.AddClass("com.acme.Item");
  heap.AddClass("com.acme.Item");
  const HeapGraph graph = std::move(heap).Build();
  const std::vector<ClassId> ids = graph.FindClasses("com.acme.Item");
  REQUIRE(ids.size() == 2);
  Report report = test::ReportOn(graph, "histogram", "");
  report.histogram =
      Histogram{.rows = {{ids[0], 3, 48, 48}, {ids[1], 1, 16, 16}}, .has_retained = true};
  const std::string text = RenderPrometheus(report, {});
  CheckExposition(text);
  CHECK_THAT(text, ContainsSubstring("class=\"com.acme.Item\",loader=\"boot\"} 4\n") ||
                       ContainsSubstring("class=\"com.acme.Item\",loader=\"\"} 4\n"));
}

TEST_CASE("As many classes have metrics as are asked for", "[report][prometheus]") {
  const test::JavaWorld world;
  Report report = test::ReportOn(world.graph, "histogram", "");
  report.histogram = MakeHistogram(world.graph);
  report.histogram->rows = {{ClassId(0), 3, 48}, {ClassId(1), 2, 24}, {ClassId(2), 1, 8}};
  const std::string text = RenderPrometheus(report, {.top = 2});
  size_t samples = 0;
  for (const std::string_view line : absl::StrSplit(text, '\n')) {
    samples += absl::StartsWith(line, "taproot_class_instances{") ? 1 : 0;
  }
  CHECK(samples == 2);
  CHECK_FALSE(absl::StrContains(text, "taproot_class_retained_bytes"));
}

TEST_CASE("The agent's status is a metric without a capture", "[report][prometheus]") {
  Report report{.verb = "status", .vm = {.main_class = "com.acme.Main", .pid = 4711}};
  report.status = test::SomeStatus();
  const std::string text = RenderPrometheus(report, {});
  CheckExposition(text);
  CHECK_THAT(text, ContainsSubstring("taproot_agent_watched_objects{"));
  CHECK_FALSE(absl::StrContains(text, "capture"));
}

TEST_CASE("Labels are escaped, and numbers are exact", "[report][prometheus]") {
  Metrics metrics(MetricLabels{{"program", "a\\b\"c\nd"}});
  metrics.Begin("nothing", "Without a sample it is not there.");
  metrics.Begin("bytes", "Bytes.");
  metrics.Add({{"kind", "x"}}, 4'294'967'296'001.0);
  metrics.Add({{"kind", "y"}}, 0.25);
  metrics.Add({{"kind", "x"}}, 1);
  CHECK(std::move(metrics).Take() ==
        "# HELP taproot_bytes Bytes.\n"
        "# TYPE taproot_bytes gauge\n"
        "taproot_bytes{program=\"a\\\\b\\\"c\\nd\",kind=\"x\"} 4294967296002\n"
        "taproot_bytes{program=\"a\\\\b\\\"c\\nd\",kind=\"y\"} 0.25\n");
}

}  // namespace
}  // namespace taproot
