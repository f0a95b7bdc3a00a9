// The formats of answers: their words, and which verb can be told in which.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "query/command.h"

namespace taproot {

inline constexpr std::pair<std::string_view, Format> kFormatWords[] = {
    {"text", Format::kText},
    {"json", Format::kJson},
    {"html", Format::kHtml},
    {"csv", Format::kCsv},
    {"jsonl", Format::kJsonLines},
    {"flame", Format::kFlame},
    {"prometheus", Format::kPrometheus},
};

std::string_view FormatWord(Format format);
// How a file of it is called: "txt", "json", "folded".
std::string_view FormatSuffix(Format format);

// Those that the answer to this command can be given in; of `start` those of its dumps.
std::vector<Format> FormatsOf(const Command& command);

// The one asked for, else the verb's own: a dump is JSON, a report a page, all else text. What
// `start` and the steps of a scenario say of themselves is text, unless it can be told as asked.
Format FormatOf(const Command& command);

// InvalidArgument names the formats that the command can be answered in.
absl::Status CheckFormat(const Command& command);

}  // namespace taproot
