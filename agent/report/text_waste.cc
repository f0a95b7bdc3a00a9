// What a program could do without, the kind that brings most first:
//
//   ! duplicate strings: 4.1 MiB to gain (17.1%)
//     81,234 copies among Strings of 1,200 texts
//     keep one String of each text: ...
//         2.0 MiB  40,000 java.lang.String  com.acme.Order.status
//       as in
//         1.2 MiB  20,001 times "PENDING"
//       on the path
//         2.0 MiB  40,000  static field Main.ORDERS : Object[] → ...
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "report/text_sections.h"
#include "report/waste_words.h"
#include "report/words.h"

namespace taproot {
namespace {

// Of `top` rows a kind shows a part: there are many kinds.
size_t OwnersShown(const RenderOptions& options) { return (size_t{options.top} + 2) / 3; }
size_t SamplesShown(const RenderOptions& options) { return (size_t{options.top} + 5) / 6; }

void AppendRow(uint64_t bytes, std::string_view text, std::string& out) {
  absl::StrAppendFormat(&out, "%15s  %s\n", Bytes(bytes), text);
}

// A row for each of the first so many, and one for the rest.
template <typename Row, typename Words>
void AppendRows(const std::vector<Row>& rows, size_t shown, Words&& words, std::string& out) {
  shown = std::min(shown, rows.size());
  for (size_t i = 0; i < shown; ++i) AppendRow(rows[i].sum.bytes_to_gain, words(rows[i]), out);
  uint64_t rest = 0;
  for (size_t i = shown; i < rows.size(); ++i) rest += rows[i].sum.bytes_to_gain;
  if (shown < rows.size()) {
    AppendRow(rest, absl::StrCat("… ", Grouped(rows.size() - shown), " more"), out);
  }
}

void AppendSamples(const TextContext& context, const WasteOfKind& of_kind) {
  std::string rows;
  for (size_t i = 0; i < std::min(SamplesShown(context.options), of_kind.worst.size()); ++i) {
    const Duplicates& duplicates = of_kind.worst[i];
    const std::string words = ContentWords(context.graph, duplicates);
    if (words.empty()) continue;
    AppendRow(duplicates.bytes_to_gain, absl::StrCat(Grouped(duplicates.objects), " times ", words),
              rows);
  }
  if (!rows.empty()) absl::StrAppend(&context.out, "    as in\n", rows);
}

void AppendKind(const TextContext& context, const WasteSection& section,
                const WasteOfKind& of_kind) {
  std::string& out = context.out;
  const uint64_t gain = of_kind.sum.bytes_to_gain;
  const bool is_notable = PercentOf(gain, section.waste.bytes) >= 100 * Waste::kNotable;
  absl::StrAppend(&out, "\n", is_notable ? "! " : "", WasteName(of_kind.kind), ": ");
  if (gain > 0) {
    absl::StrAppend(&out, Bytes(gain), " to gain (", Percent(gain, section.waste.bytes), ")",
                    IsExact(of_kind.kind) ? "" : ", an estimate", "\n  ");
  }
  absl::StrAppend(&out, WasteSentence(of_kind), "\n  ", WasteAdvice(of_kind.kind), "\n");
  AppendRows(
      of_kind.by_owner, OwnersShown(context.options),
      [](const WasteByOwner& row) {
        return absl::StrCat(Grouped(row.sum.objects), " ", row.class_name, "  ", row.owner);
      },
      out);
  AppendSamples(context, of_kind);
  absl::StrAppend(&out, "    on the path\n");
  AppendRows(
      of_kind.by_path, SamplesShown(context.options),
      [&](const WasteByPath& row) {
        return absl::StrCat(Grouped(row.sum.objects), "  ", PathWords(section.groups, row.group));
      },
      out);
}

}  // namespace

void AppendWaste(const TextContext& context, const WasteSection& section) {
  const Waste& waste = section.waste;
  std::string& out = context.out;
  absl::StrAppend(&out, Bytes(waste.bytes_to_gain()), " to gain of the ", Bytes(waste.bytes),
                  " that are held strongly (", Percent(waste.bytes_to_gain(), waste.bytes), ")\n");
  if (!waste.contents_known) {
    absl::StrAppend(&out,
                    "contents of arrays were not looked at (contents=true): nothing is known of "
                    "duplicates, arrays of one value and spare room\n");
  }
  std::vector<std::string> small;
  for (const WasteOfKind& of_kind : waste.kinds) {
    const uint64_t gain = of_kind.sum.bytes_to_gain;
    // What brings no bytes is there for another reason.
    if (gain == 0 || PercentOf(gain, waste.bytes) >= context.options.min_percent) {
      AppendKind(context, section, of_kind);
    } else {
      small.push_back(absl::StrCat(WasteName(of_kind.kind), " ", Bytes(gain)));
    }
  }
  if (small.empty()) return;
  absl::StrAppendFormat(&out, "\nbelow %g%% each (min=0 shows them): %s\n",
                        context.options.min_percent, absl::StrJoin(small, ", "));
}

}  // namespace taproot
