#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/text_sections.h"
#include "report/words.h"

namespace taproot {
namespace {

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

std::string CaptureLine(const HeapGraph& graph) {
  const CaptureInfo& capture = graph.capture();
  std::string line = absl::StrCat("captured ", Counted(graph.node_count(), "object"));
  if (!capture.engine.empty()) absl::StrAppend(&line, " by ", capture.engine);
  if (!capture.identity.empty()) absl::StrAppend(&line, " (", capture.identity, ")");
  return absl::StrCat(line, ", stopped the application for ", Milliseconds(capture.pause_ms));
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
