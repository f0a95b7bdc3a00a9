#include "report/json_report.h"
#include "report/text_report.h"
#include "taproot/report.h"

namespace taproot {

std::string Render(const Report& report, Format format, const RenderOptions& options) {
  switch (format) {
    case Format::kText:
      return RenderText(report, options);
    case Format::kJson:
      return RenderJson(report, options);
    default:
      break;
  }
  return "";
}

}  // namespace taproot
