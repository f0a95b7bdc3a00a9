// The words of a verdict.
#pragma once

#include <string_view>

#include "taproot/verdict.h"

namespace taproot {

std::string_view VerdictHeading(Verdict verdict);      // "LEAK", "SOFT", ...: begins the text
std::string_view VerdictWord(Verdict verdict);         // "strongly-reachable": in the JSON document
std::string_view VerdictExplanation(Verdict verdict);  // what follows from it; empty for a leak

}  // namespace taproot
