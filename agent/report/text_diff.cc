// What has changed between two heaps:
//
//   before            81,234          12,345,678
//   after             91,234          13,345,678   captured 41 s later
//   change           +10,000          +1,000,000
//
//   by class         objects               bytes        bytes now
//   new              +10,000          +1,000,000        1,000,000  com.acme.Session
//   gone                  -2                 -64                0  com.acme.Old
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "report/text_sections.h"
#include "report/waste_words.h"
#include "report/words.h"

namespace taproot {
namespace {

std::string Signed(int64_t number) {
  if (number == 0) return "0";
  const auto size = static_cast<uint64_t>(number < 0 ? -number : number);
  return absl::StrCat(number < 0 ? "-" : "+", Grouped(size));
}

std::string_view ChangeWord(Change change) {
  return change == Change::kSame ? "" : ToString(change);
}

void AppendOrigin(std::string_view word, const HeapTally& total, std::string_view remark,
                  std::string& out) {
  absl::StrAppendFormat(&out, "%-10s %15s  %18s%s%s\n", word, Grouped(total.objects),
                        Grouped(total.bytes), remark.empty() ? "" : "   ", remark);
}

void AppendOrigins(const HeapDiff& diff, std::string& out) {
  const int64_t apart = diff.after.captured_at_ms - diff.before.captured_at_ms;
  const DiffRow all{.before = diff.before.total, .after = diff.after.total};
  absl::StrAppendFormat(&out, "%-10s %15s  %18s\n", "", "objects", "bytes");
  AppendOrigin("before", all.before, "", out);
  AppendOrigin("after", all.after, apart > 0 ? absl::StrCat("captured ", Age(apart), " later") : "",
               out);
  absl::StrAppendFormat(&out, "%-10s %15s  %18s\n", "change", Signed(all.grown_objects()),
                        Signed(all.grown_bytes()));
}

void AppendRow(const DiffRow& row, std::string_view name, std::string& out) {
  absl::StrAppendFormat(&out, "%-10s %15s  %18s  %15s  %s\n", ChangeWord(row.change()),
                        Signed(row.grown_objects()), Signed(row.grown_bytes()),
                        Grouped(row.after.bytes), name);
}

// The rows that grew most and those that shrank most; what lies between is summed up.
template <typename Row, typename Name>
void AppendRows(std::string_view title, const std::vector<Row>& rows, uint32_t top, Name&& name,
                std::string& out) {
  if (rows.empty()) return;
  absl::StrAppendFormat(&out, "\n%-10s %15s  %18s  %15s\n", title, "objects", "bytes", "bytes now");
  const size_t shrunk = std::min<size_t>(
      (top + 1) / 2, static_cast<size_t>(std::ranges::count_if(
                         rows, [](const Row& row) { return row.grown_bytes() < 0; })));
  const size_t first = std::min<size_t>(rows.size() - shrunk, top - std::min<size_t>(top, shrunk));
  const std::span<const Row> between = std::span(rows).subspan(first, rows.size() - shrunk - first);
  for (size_t i = 0; i < first; ++i) AppendRow(rows[i], name(rows[i]), out);
  int64_t objects = 0;
  int64_t bytes = 0;
  for (const Row& row : between) {
    objects += row.grown_objects();
    bytes += row.grown_bytes();
  }
  if (!between.empty()) {
    absl::StrAppendFormat(&out, "%-10s %15s  %18s  %15s  … %s more\n", "", Signed(objects),
                          Signed(bytes), "", Grouped(between.size()));
  }
  for (size_t i = rows.size() - shrunk; i < rows.size(); ++i) {
    AppendRow(rows[i], name(rows[i]), out);
  }
}

std::string ClassWords(const HeapDiff& diff, const NamedDiff& row) {
  const auto retained = static_cast<int64_t>(row.after.retained - row.before.retained);
  if (!diff.has_retained || retained == 0) return row.name;
  return absl::StrCat(row.name, "   retains ", Signed(retained), ", now ",
                      Bytes(row.after.retained));
}

std::string PathDiffWords(const PathDiff& row) {
  const int64_t below = row.with_all_below.grown_bytes();
  std::string words = PathWords(row.path);
  if (below != row.grown_bytes()) {
    absl::StrAppend(&words, "   with what it holds ", Signed(below));
  }
  return words;
}

}  // namespace

void AppendDiff(const TextContext& context, const HeapDiff& diff) {
  std::string& out = context.out;
  const uint32_t top = context.options.top;
  AppendOrigins(diff, out);
  for (const std::string& remark : RemarksOn(diff)) absl::StrAppend(&out, "note: ", remark, "\n");
  AppendRows(
      "by class", diff.classes, top, [&](const NamedDiff& row) { return ClassWords(diff, row); },
      out);
  AppendRows(
      "by package", diff.packages, top,
      [](const NamedDiff& row) { return row.name.empty() ? "(no package)" : row.name; }, out);
  AppendRows("by path", diff.paths, top, PathDiffWords, out);
  if (diff.classes.empty() && diff.paths.empty()) out += "\nnothing has changed\n";
}

void AppendSnapshotFile(const TextContext& context, const SnapshotFile& file) {
  absl::StrAppend(&context.out, "wrote ", file.path, ": ", BytesExactly(file.bytes), ", ",
                  Counted(context.graph.node_count(), "object"), " and ",
                  Counted(context.graph.reference_count(), "reference"), ", in ",
                  Milliseconds(file.write_ms), "\n");
}

}  // namespace taproot
