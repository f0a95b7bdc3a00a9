#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/text_sections.h"
#include "report/words.h"

namespace taproot {
namespace {

constexpr std::string_view kForkEngine = "fork";

std::string VmLine(const VmInfo& vm) {
  std::vector<std::string> parts;
  if (!vm.name.empty())
    parts.push_back(absl::StrCat(vm.name, vm.version.empty() ? "" : " ", vm.version));
  if (vm.pid != 0) parts.push_back(absl::StrCat("process ", vm.pid));
  if (!vm.main_class.empty()) parts.push_back(vm.main_class);
  if (!vm.collector.empty()) parts.push_back(absl::StrCat(vm.collector, " collector"));
  if (vm.heap_max > 0) {
    parts.push_back(absl::StrCat("heap ", Bytes(static_cast<uint64_t>(vm.heap_used)), " of ",
                                 Bytes(static_cast<uint64_t>(vm.heap_max))));
  }
  return absl::StrJoin(parts, ", ");
}

// "by follow (address)", "by fork": a fork knows objects by nothing but their addresses.
std::string EngineText(const CaptureInfo& capture) {
  if (capture.engine.empty()) return "";
  const bool told = capture.identity.empty() || capture.engine == kForkEngine;
  return absl::StrCat(" by ", capture.engine,
                      told ? "" : absl::StrCat(" (", capture.identity, ")"));
}

// "31 ms (2.0 ms to the safepoint, 3.0 ms roots, 26 ms fork)".
std::string PauseText(const CaptureInfo& capture) {
  const std::string pause = Milliseconds(capture.pause_ms);
  if (capture.engine != kForkEngine) return pause;
  return absl::StrCat(pause, " (", Milliseconds(capture.safepoint_ms), " to the safepoint, ",
                      Milliseconds(capture.roots_ms), " roots, ", Milliseconds(capture.fork_ms),
                      " fork)");
}

std::string CaptureLine(const HeapGraph& graph) {
  const CaptureInfo& capture = graph.capture();
  return absl::StrCat("captured ", Counted(graph.node_count(), "object"), EngineText(capture),
                      ", stopped the application for ", PauseText(capture));
}

void AppendCapture(const HeapGraph& graph, std::string& out) {
  const CaptureInfo& capture = graph.capture();
  absl::StrAppend(&out, CaptureLine(graph), "\n");
  if (!capture.fallback_reason.empty()) {
    absl::StrAppend(&out, "note: ", capture.fallback_reason, "\n");
  }
  for (const std::string& note : capture.notes) absl::StrAppend(&out, "note: ", note, "\n");
}

}  // namespace

void AppendHeader(const Report& report, std::string& out) {
  const std::string vm = VmLine(report.graph != nullptr ? report.graph->vm() : report.vm);
  if (!vm.empty()) absl::StrAppend(&out, vm, "\n");
  if (report.graph != nullptr) AppendCapture(*report.graph, out);
  for (const std::string& note : report.notes) absl::StrAppend(&out, "note: ", note, "\n");
  if (!report.subject.empty()) {
    absl::StrAppend(&out, "\n", report.verb, ": ", report.subject, "\n");
  }
}

}  // namespace taproot
