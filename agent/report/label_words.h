// Steps of paths that many objects share, in words.
#pragma once

#include <string>

#include "taproot/path_groups.h"

namespace taproot {

// "static field com.acme.Main.KEEP -> HashMap", "HashMap.table -> HashMap$Node[]".
std::string LabelWords(const PathLabel& label);

}  // namespace taproot
