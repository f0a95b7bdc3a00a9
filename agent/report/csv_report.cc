#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "report/records.h"
#include "report/table_report.h"

namespace taproot {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

// Valid UTF-8, as what reads it expects.
std::string TextOf(const Json& cell) {
  const std::string text = cell.dump(-1, ' ', false, Json::error_handler_t::replace);
  return cell.is_string() ? Json::parse(text).get<std::string>() : text;
}

// As it may stand between two commas.
std::string Field(const Json& cell) {
  if (cell.is_null()) return "";
  const std::string text = TextOf(cell);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

class CsvWriter : public RecordSink {
 public:
  void Begin(std::string_view, Columns columns) override {
    if (++types_ > 1) return;
    for (const std::string_view column : columns) {
      absl::StrAppend(&out_, column == columns.front() ? "" : ",", column);
    }
    out_ += kLineEnd;
  }

  void Add(const Cells& cells) override {
    if (types_ > 1) return;
    for (size_t i = 0; i < cells.size(); ++i) {
      absl::StrAppend(&out_, i == 0 ? "" : ",", Field(cells[i]));
    }
    out_ += kLineEnd;
  }

  std::string Take() && { return std::move(out_); }

 private:
  std::string out_;
  size_t types_ = 0;
};

}  // namespace

std::string RenderCsv(const Report& report, const RenderOptions& options) {
  CsvWriter writer;
  if (report.graph != nullptr) TellRecords(report, options, writer);
  return std::move(writer).Take();
}

}  // namespace taproot
