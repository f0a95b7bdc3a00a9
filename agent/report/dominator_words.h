// Rows of a dominator report in words.
#pragma once

#include <string>
#include <string_view>

#include "taproot/dominator_report.h"

namespace taproot {

// "com.acme.Session × 812", "static field com.acme.Registry.active", "… 12 more".
std::string DominatorText(const HeapGraph& graph, const DominatorRow& row);

// "object", "static-field", "rest", ...: the words of the JSON document.
std::string_view DominatorKindWord(const DominatorRow& row);

// The words of the JSON document and of the command language: "object", "static", ...
std::string_view GroupingWord(DominatorGrouping by);

}  // namespace taproot
