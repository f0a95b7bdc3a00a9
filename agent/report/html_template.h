// The page of an HTML report without its data, made of web/ at build time.
#pragma once

#include <string_view>

namespace taproot {

// Has kHtmlTitleMark and kHtmlDataMark, each once.
extern const std::string_view kHtmlTemplate;

inline constexpr std::string_view kHtmlTitleMark = "<!--taproot:title-->";
inline constexpr std::string_view kHtmlDataMark = "<!--taproot:data-->";

}  // namespace taproot
