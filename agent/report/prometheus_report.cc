#include "report/prometheus_report.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "report/metrics.h"
#include "report/suspect_words.h"
#include "report/verdict_words.h"
#include "report/waste_words.h"

namespace taproot {
namespace {

constexpr double kMsInSecond = 1000;

double Number(uint64_t value) { return static_cast<double>(value); }

class Exposition {
 public:
  Exposition(const Report& report, const RenderOptions& options)
      : report_(report),
        options_(options),
        metrics_({{"main_class", Vm().main_class}, {"pid", absl::StrCat(Vm().pid)}}) {}

  std::string Write() && {
    WriteVm();
    if (report_.graph != nullptr) WriteCapture(*report_.graph);
    if (report_.findings) WriteVerdicts(*report_.findings);
    if (!report_.leak_groups.empty()) WriteLeaks(*report_.findings);
    if (report_.histogram) WriteClasses(*report_.histogram);
    if (report_.suspects) WriteSuspects(*report_.suspects);
    if (report_.waste) WriteWaste(report_.waste->waste);
    if (report_.threads) WriteThreads(*report_.threads);
    if (report_.growth) WriteGrowth(*report_.growth);
    if (report_.status) WriteStatus(*report_.status);
    return std::move(metrics_).Take();
  }

 private:
  const VmInfo& Vm() const { return report_.graph != nullptr ? report_.graph->vm() : report_.vm; }

  void One(std::string_view name, std::string_view help, double value) {
    metrics_.Begin(name, help);
    metrics_.Add({}, value);
  }

  void WriteVm() {
    const VmInfo& vm = Vm();
    metrics_.Begin("vm_info", "The Java virtual machine; always 1.");
    metrics_.Add({{"host", vm.host},
                  {"vm", vm.name},
                  {"version", vm.version},
                  {"java_version", vm.java_version},
                  {"collector", vm.collector}},
                 1);
    if (vm.heap_max <= 0) return;
    One("heap_used_bytes", "Bytes of the Java heap in use before the capture.",
        static_cast<double>(vm.heap_used));
    One("heap_max_bytes", "Limit of the Java heap.", static_cast<double>(vm.heap_max));
  }

  void WriteCapture(const HeapGraph& graph) {
    const CaptureInfo& capture = graph.capture();
    One("capture_timestamp_seconds", "When the heap was captured, since 1970.",
        static_cast<double>(capture.captured_at_ms) / kMsInSecond);
    One("capture_pause_seconds", "How long the application stood still for the capture.",
        capture.pause_ms / kMsInSecond);
    One("capture_seconds", "From the request to the captured graph.",
        capture.total_ms / kMsInSecond);
    One("capture_objects", "Objects that were captured.", graph.node_count());
    One("capture_references", "References that were captured.", Number(graph.reference_count()));
  }

  // All verdicts, so that none is missing on a good day.
  void WriteVerdicts(const std::vector<Finding>& findings) {
    constexpr Verdict kAll[] = {
        Verdict::kStronglyReachable, Verdict::kSoftlyReachable, Verdict::kWaitingForFinalization,
        Verdict::kWeaklyReachable,   Verdict::kHeldByVm,        Verdict::kCollected,
        Verdict::kTooYoung,          Verdict::kUnderDebugger};
    metrics_.Begin("watched_objects", "Watched objects, by what became of them.");
    for (const Verdict verdict : kAll) {
      metrics_.Add({{"verdict", std::string(VerdictWord(verdict))}},
                   static_cast<double>(std::ranges::count(findings, verdict, &Finding::verdict)));
    }
    One("leaks", "Watched objects that are strongly held, and that no rule ignores.",
        static_cast<double>(std::ranges::count_if(findings, &Finding::is_leak)));
    One("leak_signatures", "Mistakes that the leaks come from.",
        Number(report_.leak_groups.size()));
  }

  MetricLabels LabelsOf(const LeakGroup& group, const std::vector<Finding>& findings) const {
    const Finding& first = findings[group.findings.front()];
    return {{"signature", absl::StrFormat("%08x", group.signature)},
            {"class", first.watched.class_name},
            {"library", first.library_leak != nullptr ? "true" : "false"}};
  }

  void WriteLeaks(const std::vector<Finding>& findings) {
    const size_t shown = std::min<size_t>(report_.leak_groups.size(), options_.top);
    metrics_.Begin("leak_objects", "Leaking objects, by signature; the heaviest signatures.");
    for (size_t i = 0; i < shown; ++i) {
      const LeakGroup& group = report_.leak_groups[i];
      metrics_.Add(LabelsOf(group, findings), Number(group.findings.size()));
    }
    metrics_.Begin("leak_retained_bytes", "What the leaks of a signature retain together.");
    for (size_t i = 0; i < shown; ++i) {
      const LeakGroup& group = report_.leak_groups[i];
      if (group.retained) metrics_.Add(LabelsOf(group, findings), Number(group.retained->bytes));
    }
  }

  template <typename ValueOf>
  void WriteRows(const Histogram& histogram, std::string_view name, std::string_view help,
                 ValueOf&& value_of) {
    metrics_.Begin(name, help);
    const size_t shown = std::min<size_t>(histogram.rows.size(), options_.top);
    for (size_t i = 0; i < shown; ++i) {
      const JavaClass& java_class = report_.graph->java_class(histogram.rows[i].java_class);
      metrics_.Add({{"class", java_class.name}, {"loader", java_class.loader_name}},
                   Number(value_of(histogram.rows[i])));
    }
  }

  void WriteClasses(const Histogram& histogram) {
    One("live_objects", "Objects that are reached from the roots.", Number(histogram.instances));
    One("live_bytes", "Their bytes.", Number(histogram.shallow_bytes));
    WriteRows(histogram, "class_instances", "Reached instances; the heaviest classes.",
              [](const HistogramRow& row) { return row.instances; });
    WriteRows(histogram, "class_shallow_bytes", "Bytes of the instances themselves.",
              [](const HistogramRow& row) { return row.shallow_bytes; });
    if (!histogram.has_retained) return;
    WriteRows(histogram, "class_retained_bytes", "What would be free without the instances.",
              [](const HistogramRow& row) { return row.retained_bytes; });
  }

  void WriteSuspects(const SuspectReport& report) {
    metrics_.Begin("suspect_retained_bytes", "What alone keeps a large part of the memory.");
    const size_t shown = std::min<size_t>(report.suspects.size(), options_.top);
    for (size_t i = 0; i < shown; ++i) {
      const Suspect& suspect = report.suspects[i];
      metrics_.Add({{"kind", std::string(SuspectKindWord(suspect.kind))},
                    {"suspect", SuspectName(*report_.graph, suspect)}},
                   Number(suspect.retained_bytes));
    }
  }

  void WriteWaste(const Waste& waste) {
    metrics_.Begin("waste_bytes", "Bytes that the program could do without, by kind.");
    for (const WasteOfKind& of_kind : waste.kinds) {
      metrics_.Add({{"kind", std::string(WasteCode(of_kind.kind))}},
                   Number(of_kind.sum.bytes_to_gain));
    }
  }

  void WriteThreads(const ThreadReport& report) {
    metrics_.Begin("threads", "Threads, by kind.");
    metrics_.Add({{"kind", "platform"}}, Number(report.platform_threads));
    metrics_.Add({{"kind", "virtual"}}, Number(report.virtual_threads));
  }

  void WriteGrowth(const GrowthReport& report) {
    One("growth_rounds", "Looks at the heap.", Number(report.rounds.size()));
    One("growing_places", "Places that grew in every round.", Number(report.growing.size()));
    One("growth_bytes_per_second", "By which they grow together.", report.bytes_per_second);
    if (report.ms_to_limit) {
      One("growth_seconds_to_limit", "Until the heap is full at this rate.",
          static_cast<double>(*report.ms_to_limit) / kMsInSecond);
    }
  }

  void WriteStatus(const AgentStatus& status) {
    One("agent_watched_objects", "Objects that are watched and alive as far as is known.",
        Number(status.watched));
    One("agent_collected_objects", "Watched objects that died.", Number(status.collected));
  }

  const Report& report_;
  const RenderOptions& options_;
  Metrics metrics_;
};

}  // namespace

std::string RenderPrometheus(const Report& report, const RenderOptions& options) {
  return Exposition(report, options).Write();
}

}  // namespace taproot
