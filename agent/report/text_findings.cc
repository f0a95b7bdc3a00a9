#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "report/text_sections.h"
#include "report/verdict_words.h"
#include "report/way_words.h"
#include "report/words.h"

namespace taproot {
namespace {

constexpr std::string_view kIndent = "      ";

// The order in which a reader wants them.
constexpr std::array kOrder = {Verdict::kStronglyReachable, Verdict::kWaitingForFinalization,
                               Verdict::kHeldByVm,          Verdict::kSoftlyReachable,
                               Verdict::kWeaklyReachable,   Verdict::kUnderDebugger,
                               Verdict::kTooYoung,          Verdict::kCollected};

bool IsLibraryLeak(const Finding& finding) {
  return finding.is_leak() && finding.library_leak != nullptr;
}

// Without a name the number tells it from others, and can be asked for: watched=17.
std::string Named(const WatchedObject& watched) {
  return watched.name.empty() ? absl::StrCat(watched.class_name, " #", watched.id)
                              : absl::StrCat(watched.class_name, " ", Quoted(watched.name));
}

std::string Heading(const Finding& finding) {
  const WatchedObject& watched = finding.watched;
  std::string line =
      absl::StrCat(FindingHeading(finding), "  ", Named(watched), "   ", ToString(finding.verdict));
  if (finding.verdict == Verdict::kCollected) {  // its age is that at its death
    return absl::StrCat(line, " ", Age(watched.age_ms), " after it was watched");
  }
  const std::string survived = Grouped(watched.collections_survived);
  absl::StrAppend(&line, ", ", survived, " of ", survived,
                  watched.collections_survived == 1 ? " collection" : " collections", " survived");
  return absl::StrCat(line, ", watched ", Age(watched.age_ms), " ago");
}

void AppendWhy(const Finding& finding, std::string& out) {
  if (finding.ignored != nullptr) {
    absl::StrAppend(&out, kIndent, "no leak by the rules: ", finding.ignored->sentence, "\n");
  } else if (IsLibraryLeak(finding)) {
    absl::StrAppend(&out, kIndent, "not the application's fault: ", finding.library_leak->sentence,
                    "\n");
  } else if (const std::string_view why = VerdictExplanation(finding.verdict); !why.empty()) {
    absl::StrAppend(&out, kIndent, why, "\n");
  }
}

// "118 more with this signature 5f3a9c01, together 7.4 MiB".
std::string OthersText(const LeakGroup& group) {
  std::string text;
  if (const size_t others = group.findings.size() - 1; others > 0) {
    text = absl::StrCat(Grouped(others), " more with this ");
  }
  absl::StrAppendFormat(&text, "signature %08x", group.signature);
  if (group.findings.size() == 1) return text;
  return group.retained ? absl::StrCat(text, ", together ", Bytes(group.retained->bytes)) : text;
}

// What is retained goes when the object goes; what it holds is only all that it can reach.
void AppendWeight(const Finding& finding, const LeakGroup* group, std::string& out) {
  const ObjectSize& size = finding.size;
  std::string line;
  if (finding.retained) {
    line = absl::StrCat("retains ", Bytes(finding.retained->bytes), " in ",
                        Counted(finding.retained->objects, "object"));
  } else if (size.objects > 0) {
    line = absl::StrCat("holds ", Bytes(size.deep_bytes), " in ", Counted(size.objects, "object"));
  }
  if (group != nullptr) absl::StrAppend(&line, line.empty() ? "" : " · ", OthersText(*group));
  if (!line.empty()) absl::StrAppend(&out, kIndent, line, "\n");
  if (size.native_bytes > 0) {
    absl::StrAppend(&out, kIndent, "and ", Bytes(size.native_bytes), " outside of the heap\n");
  }
  if (finding.retained) return;
  if (const std::string stops = StopsSentence(size.stops); !stops.empty()) {
    absl::StrAppend(&out, kIndent, stops, "\n");
  }
}

void AppendFinding(const TextContext& context, const Finding& finding, const LeakGroup* group) {
  absl::StrAppend(&context.out, Heading(finding), "\n");
  AppendWhy(finding, context.out);
  AppendWeight(finding, group, context.out);
  if (!finding.path) return;
  const TraceExtras extras = {.status = finding.status ? &*finding.status : nullptr,
                              .top_retained = finding.top_retained_bytes};
  for (const std::string& line :
       TraceLines(context.graph, context.describer.Describe(*finding.path), extras)) {
    absl::StrAppend(&context.out, line, "\n");
  }
  if (!finding.ways) return;
  const std::string ways = DescribeWays(context.graph, context.describer, *finding.ways);
  if (!ways.empty()) absl::StrAppend(&context.out, ways, "\n");
}

// The others of a group: one line each.
void AppendOther(const Finding& finding, std::string& out) {
  absl::StrAppend(&out, kIndent, "also ", Named(finding.watched), "   watched ",
                  Age(finding.watched.age_ms), " ago");
  if (finding.retained) absl::StrAppend(&out, ", retains ", Bytes(finding.retained->bytes));
  out += '\n';
}

void AppendGroup(const TextContext& context, std::span<const Finding> findings,
                 const LeakGroup& group) {
  AppendFinding(context, findings[group.findings[0]], &group);
  const size_t shown = std::min<size_t>(group.findings.size(), size_t{context.options.top} + 1);
  for (size_t i = 1; i < shown; ++i) AppendOther(findings[group.findings[i]], context.out);
  if (shown < group.findings.size()) {
    absl::StrAppend(&context.out, kIndent, "… ", Grouped(group.findings.size() - shown),
                    " more with this signature\n");
  }
}

// Tells those that are wanted, the others are counted. What died needs no room.
class Section {
 public:
  Section(const TextContext& context, std::string_view what, bool spacious)
      : context_(context), what_(what), spacious_(spacious) {}

  template <typename Append>
  void Add(size_t findings, Append&& append) {
    if (shown_ == context_.options.top) {
      left_out_ += findings;
      return;
    }
    if (spacious_ || shown_ == 0) context_.out += '\n';
    append();
    ++shown_;
  }

  void LeaveOut(size_t findings) { left_out_ += findings; }

  void End() const {
    if (left_out_ > 0) {
      absl::StrAppend(&context_.out, "… ", Grouped(left_out_), " more ", what_, "\n");
    }
  }

 private:
  const TextContext& context_;
  const std::string_view what_;
  const bool spacious_;
  uint64_t shown_ = 0;
  uint64_t left_out_ = 0;
};

// What retains nothing that is known is told.
bool IsLight(std::span<const Finding> findings, const LeakGroup& group, uint64_t least) {
  const auto& alone = findings[group.findings[0]].retained;
  if (group.retained) return group.retained->bytes < least;
  return group.findings.size() == 1 && alone && alone->bytes < least;
}

void AppendGroups(const TextContext& context, std::span<const Finding> findings,
                  std::span<const LeakGroup> groups, bool of_libraries) {
  Section section(context, of_libraries ? "library leaks" : "strongly reachable", true);
  for (const LeakGroup& group : groups) {
    if (IsLibraryLeak(findings[group.findings[0]]) != of_libraries) continue;
    if (IsLight(findings, group, context.options.min_retained)) {
      section.LeaveOut(group.findings.size());
    } else {
      section.Add(group.findings.size(), [&] { AppendGroup(context, findings, group); });
    }
  }
  section.End();
}

template <typename IsWanted>
void AppendOneByOne(const TextContext& context, std::span<const Finding> findings,
                    std::string_view what, bool spacious, IsWanted&& is_wanted) {
  Section section(context, what, spacious);
  for (const Finding& finding : findings) {
    if (is_wanted(finding)) section.Add(1, [&] { AppendFinding(context, finding, nullptr); });
  }
  section.End();
}

// "2 of 3 watched objects leak, 1 collected".
std::string Summary(std::span<const Finding> findings) {
  if (findings.empty()) return "no object is watched";
  std::array<uint64_t, kOrder.size()> count{};
  uint64_t leaks = 0;
  uint64_t of_libraries = 0;
  uint64_t ignored = 0;
  for (const Finding& finding : findings) {
    if (finding.ignored != nullptr) {
      ++ignored;
    } else if (finding.is_leak()) {
      ++(IsLibraryLeak(finding) ? of_libraries : leaks);
    } else {
      ++count[static_cast<size_t>(finding.verdict)];
    }
  }
  std::string line =
      absl::StrCat(leaks == 0 ? "none" : Grouped(leaks), " of ",
                   Counted(findings.size(), "watched object"), leaks > 1 ? " leak" : " leaks");
  auto add = [&](uint64_t n, std::string_view what) {
    if (n > 0) absl::StrAppend(&line, ", ", Grouped(n), " ", what);
  };
  add(of_libraries, of_libraries == 1 ? "leaked by a library" : "leaked by libraries");
  for (const Verdict verdict : kOrder) add(count[static_cast<size_t>(verdict)], ToString(verdict));
  add(ignored, "ignored by the rules");
  return line;
}

}  // namespace

void AppendFindings(const TextContext& context, std::span<const Finding> findings,
                    std::span<const LeakGroup> groups) {
  absl::StrAppend(&context.out, Summary(findings), "\n");
  if (!groups.empty()) {
    AppendGroups(context, findings, groups, false);
    AppendGroups(context, findings, groups, true);
  }
  for (const Verdict verdict : kOrder) {
    const bool told = verdict == Verdict::kStronglyReachable && !groups.empty();
    AppendOneByOne(context, findings, ToString(verdict), verdict != Verdict::kCollected,
                   [&](const Finding& finding) {
                     return finding.verdict == verdict && finding.ignored == nullptr && !told;
                   });
  }
  AppendOneByOne(context, findings, "ignored", true,
                 [](const Finding& finding) { return finding.ignored != nullptr; });
}

}  // namespace taproot
