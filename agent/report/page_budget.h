// Makes a report fit into a page of limited size.
#pragma once

#include <cstddef>
#include <string>

#include "report/json_sections.h"

namespace taproot {

// The document as it may stand in a script element of a page: names and texts come from the heap of
// somebody's program, and no `<` of theirs may end that element. Bytes that are no UTF-8 are
// replaced.
std::string ScriptText(const Json& document);

// Leaves out the lightest rows of the largest sections until ScriptText(document) has no more than
// `bytes`, as far as that is possible. A note in the document says what is left out.
void FitIntoPage(Json& document, size_t bytes);

}  // namespace taproot
