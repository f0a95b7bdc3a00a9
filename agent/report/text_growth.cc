#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "report/growth_words.h"
#include "report/suspect_words.h"
#include "report/text_sections.h"
#include "report/words.h"

namespace taproot {
namespace {

constexpr std::string_view kIndent = "      ";
constexpr size_t kCompanions = 3;

// "12.5 objects/s, 1.2 KiB/s"; nothing where the rounds took no time.
std::string RateText(const GrowingGroup& growing) {
  if (growing.objects_per_second <= 0) return "";
  return absl::StrCat(", ", ObjectRate(growing.objects_per_second), ", ",
                      ByteRate(growing.bytes_per_second));
}

void AppendWeight(const GrowingGroup& growing, std::string& out) {
  out += kIndent;
  if (growing.retained_bytes) {
    absl::StrAppend(&out, "they retain ", Bytes(*growing.retained_bytes), "; ");
  }
  absl::StrAppend(&out, "they and what lies below take ", Bytes(growing.bytes.back()), ", ",
                  Bytes(growing.grown_bytes()), " more than at first");
  std::string_view separator = "; with them grow ";
  for (size_t i = 0; i < std::min(growing.with.size(), kCompanions); ++i) {
    absl::StrAppend(&out, separator, Grouped(growing.with[i].objects), " ", growing.with[i].name);
    separator = ", ";
  }
  absl::StrAppend(&out, "\n");
}

void AppendGrowing(const GrowingGroup& growing, std::string& out) {
  absl::StrAppend(&out, "\nGROWS  ", growing.path.back().class_name, "   ",
                  HistoryText(growing.objects), " objects", RateText(growing), "\n");
  absl::StrAppend(&out, kIndent, WayText(growing.path), "\n");
  AppendWeight(growing, out);
}

void AppendRounds(const GrowthReport& report, std::string& out) {
  const std::vector<GrowthRound>& rounds = report.rounds;
  absl::StrAppend(&out, Counted(rounds.size(), "round"));
  if (rounds.empty()) {
    out += '\n';
    return;
  }
  const int64_t took = rounds.back().when_ms - rounds.front().when_ms;
  if (rounds.size() > 1 && took > 0)
    absl::StrAppend(&out, " in ", Milliseconds(static_cast<double>(took)));
  std::vector<std::string> bytes;
  for (const GrowthRound& round : rounds) bytes.push_back(Bytes(round.bytes));
  absl::StrAppend(&out, ": ", HistoryText(bytes), " strongly reachable\n");
}

}  // namespace

void AppendGrowth(const TextContext& context, const GrowthReport& report) {
  std::string& out = context.out;
  AppendRounds(report, out);
  if (report.rounds.size() < 2) {
    absl::StrAppend(&out, "what grows is known after two rounds\n");
    return;
  }
  const size_t count = report.growing.size();
  absl::StrAppend(&out,
                  count == 0 ? "nothing grew in every round"
                             : absl::StrCat(Counted(count, "place"), " grew in every round"),
                  "\n");
  if (report.objects_without_group > 0) {
    absl::StrAppend(&out, Counted(report.objects_without_group, "object"),
                    " could not be told apart: the heap has too many different paths\n");
  }
  const size_t shown = std::min<size_t>(count, context.options.top);
  for (size_t i = 0; i < shown; ++i) AppendGrowing(report.growing[i], out);
  if (shown < count) absl::StrAppend(&out, "\n… ", Grouped(count - shown), " more\n");
  if (report.ms_to_limit) {
    absl::StrAppend(&out, "\nat this rate (", ByteRate(report.bytes_per_second),
                    ") the heap limit of ", Bytes(report.heap_max), " is ",
                    *report.ms_to_limit == 0
                        ? "reached already"
                        : absl::StrCat("reached in about ", RoughTime(*report.ms_to_limit)),
                    "\n");
  }
}

}  // namespace taproot
