#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "report/text_sections.h"
#include "report/verdict_words.h"
#include "report/words.h"

namespace taproot {
namespace {

constexpr std::string_view kIndent = "      ";

// The order in which a reader wants them.
constexpr std::array kOrder = {Verdict::kStronglyReachable, Verdict::kWaitingForFinalization,
                               Verdict::kHeldByVm,          Verdict::kSoftlyReachable,
                               Verdict::kWeaklyReachable,   Verdict::kUnderDebugger,
                               Verdict::kTooYoung,          Verdict::kCollected};

std::string Heading(const Finding& finding) {
  const WatchedObject& watched = finding.watched;
  std::string line = absl::StrCat(VerdictHeading(finding.verdict), "  ", watched.class_name);
  if (!watched.name.empty()) absl::StrAppend(&line, " ", Quoted(watched.name));
  absl::StrAppend(&line, "   ", ToString(finding.verdict));
  if (finding.verdict != Verdict::kCollected) {
    const std::string survived = Grouped(watched.collections_survived);
    absl::StrAppend(&line, ", ", survived, " of ", survived,
                    watched.collections_survived == 1 ? " collection" : " collections",
                    " survived");
  }
  return absl::StrCat(line, ", watched ", Age(watched.age_ms), " ago");
}

void AppendWeight(const ObjectSize& size, std::string& out) {
  if (size.objects == 0) return;
  absl::StrAppend(&out, kIndent, "holds ", Bytes(size.deep_bytes), " in ",
                  Counted(size.objects, "object"), "\n");
  if (size.native_bytes > 0) {
    absl::StrAppend(&out, kIndent, "and ", Bytes(size.native_bytes), " outside of the heap\n");
  }
  if (const std::string stops = StopsSentence(size.stops); !stops.empty()) {
    absl::StrAppend(&out, kIndent, stops, "\n");
  }
}

void AppendFinding(const TextContext& context, const Finding& finding) {
  absl::StrAppend(&context.out, Heading(finding), "\n");
  if (const std::string_view why = VerdictExplanation(finding.verdict); !why.empty()) {
    absl::StrAppend(&context.out, kIndent, why, "\n");
  }
  AppendWeight(finding.size, context.out);
  if (!finding.path) return;
  for (const std::string& line :
       TraceLines(context.graph, context.describer.Describe(*finding.path))) {
    absl::StrAppend(&context.out, line, "\n");
  }
}

// "2 of 3 watched objects leak, 1 collected".
std::string Summary(std::span<const Finding> findings) {
  if (findings.empty()) return "no object is watched";
  std::array<uint64_t, kOrder.size()> count{};
  for (const Finding& finding : findings) ++count[static_cast<size_t>(finding.verdict)];
  const uint64_t leaks = count[static_cast<size_t>(Verdict::kStronglyReachable)];
  std::string line =
      absl::StrCat(leaks == 0 ? "none" : Grouped(leaks), " of ",
                   Counted(findings.size(), "watched object"), leaks > 1 ? " leak" : " leaks");
  for (const Verdict verdict : kOrder) {
    const uint64_t n = count[static_cast<size_t>(verdict)];
    if (verdict == Verdict::kStronglyReachable || n == 0) continue;
    absl::StrAppend(&line, ", ", Grouped(n), " ", ToString(verdict));
  }
  return line;
}

}  // namespace

void AppendFindings(const TextContext& context, std::span<const Finding> findings) {
  absl::StrAppend(&context.out, Summary(findings), "\n");
  for (const Verdict verdict : kOrder) {
    uint64_t shown = 0;
    uint64_t left_out = 0;
    for (const Finding& finding : findings) {
      if (finding.verdict != verdict) continue;
      if (shown == context.options.top) {
        ++left_out;
        continue;
      }
      // What died needs no room.
      if (verdict != Verdict::kCollected || shown == 0) absl::StrAppend(&context.out, "\n");
      AppendFinding(context, finding);
      ++shown;
    }
    if (left_out == 0) continue;
    absl::StrAppend(&context.out, "… ", Grouped(left_out), " more ", ToString(verdict), "\n");
  }
}

}  // namespace taproot
