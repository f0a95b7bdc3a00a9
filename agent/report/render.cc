#include "report/flame_report.h"
#include "report/html_report.h"
#include "report/json_report.h"
#include "report/prometheus_report.h"
#include "report/table_report.h"
#include "report/text_report.h"
#include "taproot/report.h"

namespace taproot {

std::string Render(const Report& report, Format format, const RenderOptions& options) {
  switch (format) {
    case Format::kText:
      return RenderText(report, options);
    case Format::kJson:
      return RenderJson(report, options);
    case Format::kHtml:
      return RenderHtml(report, options);
    case Format::kCsv:
      return RenderCsv(report, options);
    case Format::kJsonLines:
      return RenderJsonLines(report, options);
    case Format::kFlame:
      return RenderFlame(report, options);
    case Format::kPrometheus:
      return RenderPrometheus(report, options);
  }
  return "";
}

}  // namespace taproot
