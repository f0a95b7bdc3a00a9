// The words of a verdict, and of what is known of the objects on a path.
#pragma once

#include <string_view>

#include "taproot/object_status.h"
#include "taproot/verdict.h"

namespace taproot {

// "LEAK", "LIBRARY LEAK", "SOFT", ...: begins the text.
std::string_view FindingHeading(const Finding& finding);
std::string_view VerdictWord(Verdict verdict);         // "strongly-reachable": in the JSON document
std::string_view VerdictExplanation(Verdict verdict);  // what follows from it; empty for a leak
std::string_view StatusWord(ObjectStatus status);      // "not-leaking", in the JSON document

}  // namespace taproot
