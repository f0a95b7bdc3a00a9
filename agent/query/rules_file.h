// Reference rules of the user, from a JSON file; docs/reference-rules.md describes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "taproot/reference_rules.h"

namespace taproot {

// An error says what is wrong with the file and where: "rule 3: unknown key 'becuase': did you mean
// 'because'?". It does not name the file. Files above 1 MiB are refused.
absl::StatusOr<std::vector<ReferenceRule>> ReadRulesFile(const std::string& path);

// The text of such a file.
absl::StatusOr<std::vector<ReferenceRule>> ParseRules(std::string_view text);

}  // namespace taproot
