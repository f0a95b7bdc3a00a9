// What the rules say of a path as a whole.
#pragma once

#include "analysis/rule_index.h"
#include "taproot/root_paths.h"

namespace taproot {

// The first rule by which a reference of the path, or its root, is ignored; null if there is none.
const ReferenceRule* IgnoredOn(const RuleIndex& rules, const RootPath& path);

// The first rule by which a reference of the path, or its root, is a library's fault, even if the
// path needs other last resorts too; null if there is none.
const ReferenceRule* LibraryLeakOn(const RuleIndex& rules, const RootPath& path);

}  // namespace taproot
