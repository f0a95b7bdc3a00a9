#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "report/records.h"
#include "report/table_report.h"

namespace taproot {
namespace {

constexpr int kVersion = 1;

// "2026-01-31T23:59:59.000Z".
std::string IsoTime(int64_t ms) {
  return absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", absl::FromUnixMillis(ms), absl::UTCTimeZone());
}

class JsonLinesWriter : public RecordSink {
 public:
  explicit JsonLinesWriter(const Report& report) : report_(report) {}

  void Begin(std::string_view type, Columns columns) override {
    type_ = type;
    columns_ = columns;
  }

  void Add(const Cells& cells) override {
    Json record = NewRecord(type_);
    for (size_t i = 0; i < cells.size(); ++i) record[std::string(columns_[i])] = cells[i];
    Write(record);
  }

  void WriteCapture() {
    const VmInfo& vm = report_.graph->vm();
    const CaptureInfo& capture = report_.graph->capture();
    Json record = NewRecord("capture");
    record["subject"] = report_.subject;
    record["vmName"] = vm.name;
    record["javaVersion"] = vm.java_version;
    record["collector"] = vm.collector;
    record["heapUsedBytes"] = vm.heap_used;
    record["heapMaxBytes"] = vm.heap_max;
    record["engine"] = capture.engine;
    record["pauseMs"] = capture.pause_ms;
    record["totalMs"] = capture.total_ms;
    record["objects"] = report_.graph->node_count();
    record["references"] = report_.graph->reference_count();
    Json notes = capture.notes;
    for (const std::string& note : report_.notes) notes.push_back(note);
    record["notes"] = std::move(notes);
    Write(record);
  }

  std::string Take() && { return std::move(out_); }

 private:
  Json NewRecord(std::string_view type) const {
    const VmInfo& vm = report_.graph->vm();
    const int64_t captured_at = report_.graph->capture().captured_at_ms;
    return {{"schema", "taproot-record"},
            {"schemaVersion", kVersion},
            {"type", type},
            {"verb", report_.verb},
            {"host", vm.host},
            {"pid", vm.pid},
            {"mainClass", vm.main_class},
            {"vmVersion", vm.version},
            {"capturedAt", IsoTime(captured_at)},
            {"capturedAtMs", captured_at}};
  }

  void Write(const Json& record) {
    absl::StrAppend(&out_, record.dump(-1, ' ', false, Json::error_handler_t::replace), "\n");
  }

  const Report& report_;
  std::string_view type_;
  Columns columns_;
  std::string out_;
};

}  // namespace

std::string RenderJsonLines(const Report& report, const RenderOptions& options) {
  if (report.graph == nullptr) return "";
  JsonLinesWriter writer(report);
  writer.WriteCapture();
  TellRecords(report, options, writer);
  return std::move(writer).Take();
}

}  // namespace taproot
