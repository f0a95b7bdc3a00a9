#include "report/json_report.h"

#include <algorithm>

#include "nlohmann/json.hpp"
#include "report/json_sections.h"

namespace taproot {
namespace {

constexpr int kVersion = 1;

Json OfVm(const VmInfo& vm) {
  return {{"name", vm.name},
          {"version", vm.version},
          {"javaVersion", vm.java_version},
          {"feature", vm.feature_version},
          {"collector", vm.collector},
          {"mainClass", vm.main_class},
          {"host", vm.host},
          {"pid", vm.pid},
          {"heapUsedBytes", vm.heap_used},
          {"heapMaxBytes", vm.heap_max}};
}

Json OfCapture(const HeapGraph& graph) {
  const CaptureInfo& capture = graph.capture();
  Json json = {{"engine", capture.engine}, {"identity", capture.identity}};
  if (!capture.fallback_reason.empty()) json["fallbackReason"] = capture.fallback_reason;
  json["pauseMs"] = capture.pause_ms;
  if (capture.engine == "fork") {
    json["pauseParts"] = {{"safepointMs", capture.safepoint_ms},
                          {"rootsMs", capture.roots_ms},
                          {"forkMs", capture.fork_ms}};
  }
  json["totalMs"] = capture.total_ms;
  json["capturedAtMs"] = capture.captured_at_ms;
  json["objects"] = graph.node_count();
  json["references"] = graph.reference_count();
  json["notes"] = capture.notes;
  return json;
}

// Of a section that has a list in each of many rows.
RenderOptions BoundedLists(RenderOptions options) {
  constexpr uint32_t kMostInAList = 50;
  if (options.bounded) options.top = std::min(options.top, kMostInAList);
  return options;
}

void AddSections(const Report& report, const RenderOptions& options, Json& document) {
  const HeapGraph& graph = *report.graph;
  PathDescriber describer(graph);
  if (report.findings) {
    document["watched"] =
        JsonOfFindings(graph, describer, *report.findings, report.leak_groups, options);
  }
  if (report.paths) document["paths"] = JsonOfPaths(graph, describer, *report.paths);
  if (report.merged) document["mergedPaths"] = JsonOfMerged(graph, *report.merged);
  if (report.profile) document["profile"] = JsonOfProfile(graph, *report.profile, options);
  if (report.size) document["size"] = JsonOfSize(*report.size, report.retained);
  if (report.delta) document["delta"] = JsonOfDelta(*report.delta);
  if (report.histogram) document["histogram"] = JsonOfHistogram(graph, *report.histogram, options);
  if (report.dominators) document["dominators"] = JsonOfDominators(graph, *report.dominators);
  if (report.suspects) {
    document["suspects"] = JsonOfSuspects(graph, describer, *report.suspects, options);
  }
  if (report.growth) document["growth"] = JsonOfGrowth(*report.growth, options);
  if (report.path_tree) document["pathTree"] = JsonOfPathTree(*report.path_tree);
  const RenderOptions of_lists = BoundedLists(options);
  if (report.waste) document["waste"] = JsonOfWaste(graph, *report.waste, of_lists);
  if (report.threads) document["threads"] = JsonOfThreads(graph, *report.threads, of_lists);
  if (report.snapshot) document["snapshot"] = JsonOfSnapshotFile(*report.snapshot);
  if (report.diff) document["diff"] = JsonOfDiff(*report.diff, options);
}

}  // namespace

Json JsonOfReport(const Report& report, const RenderOptions& options) {
  Json document = {{"schema", "taproot-report"},
                   {"version", kVersion},
                   {"verb", report.verb},
                   {"subject", report.subject},
                   {"notes", report.notes},
                   {"vm", OfVm(report.graph != nullptr ? report.graph->vm() : report.vm)}};
  if (report.graph != nullptr) {
    document["capture"] = OfCapture(*report.graph);
    AddSections(report, options, document);
  }
  if (report.status) document["status"] = JsonOfStatus(*report.status);
  return document;
}

std::string RenderJson(const Report& report, const RenderOptions& options) {
  const Json document = JsonOfReport(report, options);
  // Names come from the JVM in its modified UTF-8: what is no UTF-8 is replaced, never an error.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace taproot
