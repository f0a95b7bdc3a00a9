#include "query/format_choice.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace taproot {
namespace {

constexpr uint32_t Bit(Format format) { return 1u << static_cast<uint32_t>(format); }

template <typename... Formats>
constexpr uint32_t Bits(Formats... formats) {
  return (Bit(formats) | ...);
}

constexpr uint32_t kPlain = Bits(Format::kText, Format::kJson);
constexpr uint32_t kSections = kPlain | Bits(Format::kHtml, Format::kJsonLines);
constexpr uint32_t kTable = kSections | Bit(Format::kCsv);
constexpr uint32_t kSums = Bit(Format::kPrometheus);
constexpr uint32_t kStacks = Bit(Format::kFlame);

bool MakesStacks(const Command& command) {
  switch (command.verb) {
    case Verb::kPaths:
      return command.merged;
    case Verb::kDominators:
      return command.dominators_by == DominatorGrouping::kObject ||
             command.dominators_by == DominatorGrouping::kThread;
    default:
      return true;
  }
}

// What a step of a scenario answers is the status of the agent, but for the last.
bool IsAboutAgent(const Command& command) {
  return command.verb == Verb::kStatus || command.verb == Verb::kStart ||
         (command.verb == Verb::kGrowth && command.scenario &&
          *command.scenario != ScenarioStep::kReport);
}

uint32_t FormatBits(const Command& command) {
  const uint32_t stacks = MakesStacks(command) ? kStacks : 0;
  switch (command.verb) {
    case Verb::kHistogram:
    case Verb::kLeaks:
    case Verb::kSuspects:
      return kTable | kSums;
    case Verb::kPaths:
    case Verb::kDominators:
    case Verb::kProfile:
      return kTable | stacks;
    case Verb::kGrowth:
    case Verb::kThreads:
    case Verb::kWaste:
      return kTable | kSums | kStacks;
    case Verb::kSize:
    case Verb::kDiff:
      return kTable;
    case Verb::kReport:
      return kSections | kSums | kStacks;
    case Verb::kDump:
    case Verb::kStart:
      return kSections | kSums;
    case Verb::kStatus:
      return kPlain | kSums;
    default:
      return kPlain;
  }
}

// Why the verb does not take a format that others take.
std::string_view ReasonAgainst(Format format, const Command& command) {
  if (format == Format::kFlame && command.verb == Verb::kPaths) return " without merged=true";
  if (format == Format::kFlame && command.verb == Verb::kDominators) {
    return " but by=object and by=thread";
  }
  const bool of_many =
      command.verb == Verb::kReport || command.verb == Verb::kDump || command.verb == Verb::kStart;
  if (format == Format::kCsv && of_many) return ", which has more than one table";
  return "";
}

}  // namespace

std::string_view FormatWord(Format format) {
  return std::ranges::find(kFormatWords, format, [](const auto& word) { return word.second; })
      ->first;
}

std::string_view FormatSuffix(Format format) {
  switch (format) {
    case Format::kText:
      return "txt";
    case Format::kFlame:
      return "folded";
    case Format::kPrometheus:
      return "prom";
    default:
      return FormatWord(format);
  }
}

std::vector<Format> FormatsOf(const Command& command) {
  const uint32_t bits = FormatBits(command);
  std::vector<Format> formats;
  for (const auto& [word, format] : kFormatWords) {
    if ((bits & Bit(format)) != 0) formats.push_back(format);
  }
  return formats;
}

Format FormatOf(const Command& command) {
  if (IsAboutAgent(command)) {
    const Format wanted = command.format.value_or(Format::kText);
    return (Bit(wanted) & (kPlain | kSums)) != 0 ? wanted : Format::kText;
  }
  if (command.format) return *command.format;
  if (command.verb == Verb::kDump) return Format::kJson;
  return command.verb == Verb::kReport ? Format::kHtml : Format::kText;
}

absl::Status CheckFormat(const Command& command) {
  if (!command.format || (FormatBits(command) & Bit(*command.format)) != 0) {
    return absl::OkStatus();
  }
  std::vector<std::string_view> words;
  for (const Format format : FormatsOf(command)) words.push_back(FormatWord(format));
  return absl::InvalidArgumentError(absl::StrCat(
      "format=", FormatWord(*command.format), " is not for ", VerbName(command.verb),
      ReasonAgainst(*command.format, command), ": it can be ", absl::StrJoin(words, ", ")));
}

}  // namespace taproot
