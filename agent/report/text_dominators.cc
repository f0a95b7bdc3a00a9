// The dominator tree, or sums over it:
//
//             retained             objects            shallow
//          104,388,672  100.0%   4,000,002                     everything
//           64,000,000   61.3%   2,400,000                       static field
//           com.acme.Registry.active
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "report/dominator_words.h"
#include "report/text_sections.h"
#include "report/words.h"

namespace taproot {
namespace {

// A row of sums that overlap has none.
bool HasSums(const DominatorReport& report, const DominatorRow& row) {
  const bool overlap = report.by == DominatorGrouping::kClass ||
                       report.by == DominatorGrouping::kPackage ||
                       report.by == DominatorGrouping::kLoader;
  return row.kind != DominatorRow::Kind::kRest || !overlap;
}

void AppendRow(const TextContext& context, const DominatorReport& report, const DominatorRow& row) {
  const bool sums = HasSums(report, row);
  absl::StrAppendFormat(&context.out, "%20s %7s %15s %18s  %s%s\n",
                        sums ? Grouped(row.retained_bytes) : "",
                        sums ? Percent(row.retained_bytes, report.strong_bytes) : "",
                        sums ? Grouped(row.retained_objects) : "",
                        sums && row.shallow_bytes > 0 ? Grouped(row.shallow_bytes) : "",
                        std::string(size_t{2} * row.depth, ' '), DominatorText(context.graph, row));
}

}  // namespace

void AppendDominators(const TextContext& context, const DominatorReport& report) {
  std::string& out = context.out;
  absl::StrAppend(&out, "strongly reachable: ", Counted(report.strong_objects, "object"), ", ",
                  BytesExactly(report.strong_bytes), "\n");
  absl::StrAppend(&out, "only by soft, final, weak or phantom references: ",
                  Counted(report.loose_objects, "object"), ", ", BytesExactly(report.loose_bytes),
                  "\n\n");
  absl::StrAppendFormat(&out, "%20s %7s %15s %18s  by %s\n", "retained bytes", "", "objects",
                        "shallow bytes", GroupingWord(report.by));
  for (const DominatorRow& row : report.rows) AppendRow(context, report, row);
  if (report.deeper) {
    absl::StrAppend(&out, "deeper levels are not shown (depth=", context.options.depth, ")\n");
  }
}

}  // namespace taproot
