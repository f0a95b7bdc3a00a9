#include "report/html_report.h"

#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "nlohmann/json.hpp"
#include "report/html_template.h"
#include "report/json_sections.h"
#include "report/page_budget.h"

namespace taproot {
namespace {

std::string EscapedForHtml(std::string_view text) {
  return absl::StrReplaceAll(text, {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}});
}

// Of valid UTF-8, as the page is.
std::string Cleaned(const Json& text) {
  return Json::parse(text.dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

// No longer than that, and of whole characters.
std::string_view Shortened(std::string_view text) {
  constexpr size_t kMost = 200;
  if (text.size() <= kMost) return text;
  size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

std::string Title(const Json& document) {
  const std::string main_class = Cleaned(document["vm"]["mainClass"]);
  const std::string subject = main_class.empty()
                                  ? absl::StrCat("process ", document["vm"]["pid"].get<int64_t>())
                                  : main_class;
  return absl::StrCat(document["verb"].get<std::string>(), " of ", Shortened(subject),
                      " · Taproot");
}

}  // namespace

std::string RenderHtml(const Report& report, const RenderOptions& options) {
  Json document = JsonOfReport(report, options);
  constexpr size_t kMostOfTitle = 2000;
  FitIntoPage(document, kMaxHtmlBytes - kHtmlTemplate.size() - kMostOfTitle);
  const size_t title_at = kHtmlTemplate.find(kHtmlTitleMark);
  const size_t data_at = kHtmlTemplate.find(kHtmlDataMark);
  const size_t after_title = title_at + kHtmlTitleMark.size();
  return absl::StrCat(kHtmlTemplate.substr(0, title_at), EscapedForHtml(Title(document)),
                      kHtmlTemplate.substr(after_title, data_at - after_title),
                      ScriptText(document), kHtmlTemplate.substr(data_at + kHtmlDataMark.size()));
}

}  // namespace taproot
