// What could be saved, and what has changed from one heap to another.
#include <algorithm>
#include <string>
#include <vector>

#include "report/records.h"
#include "report/suspect_words.h"
#include "report/waste_words.h"

namespace taproot {
namespace {

constexpr std::string_view kWaste[] = {"kind",  "class",       "owner", "objects",
                                       "bytes", "bytesToGain", "exact"};
constexpr std::string_view kWasteContent[] = {"kind",    "class",  "content",
                                              "objects", "arrays", "bytesToGain"};

constexpr std::string_view kDiffClass[] = {"class",          "change",        "objectsBefore",
                                           "objectsAfter",   "bytesBefore",   "bytesAfter",
                                           "retainedBefore", "retainedAfter", "beforeAtMs"};
constexpr std::string_view kDiffPackage[] = {"package",      "change",      "objectsBefore",
                                             "objectsAfter", "bytesBefore", "bytesAfter",
                                             "beforeAtMs"};
constexpr std::string_view kDiffPath[] = {"class",
                                          "path",
                                          "change",
                                          "objectsBefore",
                                          "objectsAfter",
                                          "bytesBefore",
                                          "bytesAfter",
                                          "bytesWithAllBelowBefore",
                                          "bytesWithAllBelowAfter",
                                          "beforeAtMs"};

void TellContents(const RecordContext& context, const WasteOfKind& of_kind) {
  const size_t shown = std::min<size_t>(of_kind.worst.size(), context.options.top);
  for (size_t i = 0; i < shown; ++i) {
    const Duplicates& duplicates = of_kind.worst[i];
    std::string words = ContentWords(context.graph(), duplicates);
    context.sink.Add({WasteCode(of_kind.kind), context.graph().java_class(duplicates.kept).name,
                      words.empty() ? Json() : Json(std::move(words)), duplicates.objects,
                      duplicates.arrays, duplicates.bytes_to_gain});
  }
}

Json IfKnown(bool known, uint64_t bytes) { return known ? Json(bytes) : Json(); }

// As many rows from each end, where the growth and the shrinking are.
template <typename Row, typename Of>
void AddEnds(const RecordContext& context, const std::vector<Row>& rows, Of&& of) {
  const size_t top = context.options.top;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i < top || i + top >= rows.size()) context.sink.Add(of(rows[i]));
  }
}

}  // namespace

void TellWaste(const RecordContext& context) {
  if (!context.report.waste) return;
  const Waste& waste = context.report.waste->waste;
  context.sink.Begin("waste", kWaste);
  for (const WasteOfKind& of_kind : waste.kinds) {
    const size_t shown = std::min<size_t>(of_kind.by_owner.size(), context.options.top);
    for (size_t i = 0; i < shown; ++i) {
      const WasteByOwner& row = of_kind.by_owner[i];
      context.sink.Add({WasteCode(of_kind.kind), row.class_name, row.owner, row.sum.objects,
                        row.sum.bytes, row.sum.bytes_to_gain, IsExact(of_kind.kind)});
    }
  }
  context.sink.Begin("wasteContent", kWasteContent);
  for (const WasteOfKind& of_kind : waste.kinds) TellContents(context, of_kind);
}

void TellDiff(const RecordContext& context) {
  if (!context.report.diff) return;
  const HeapDiff& diff = *context.report.diff;
  const int64_t before_at = diff.before.captured_at_ms;
  context.sink.Begin("diffClass", kDiffClass);
  AddEnds(context, diff.classes, [&](const NamedDiff& row) -> Cells {
    return {row.name,
            ToString(row.change()),
            row.before.objects,
            row.after.objects,
            row.before.bytes,
            row.after.bytes,
            IfKnown(diff.has_retained, row.before.retained),
            IfKnown(diff.has_retained, row.after.retained),
            before_at};
  });
  context.sink.Begin("diffPackage", kDiffPackage);
  AddEnds(context, diff.packages, [&](const NamedDiff& row) -> Cells {
    return {row.name,         ToString(row.change()), row.before.objects, row.after.objects,
            row.before.bytes, row.after.bytes,        before_at};
  });
  context.sink.Begin("diffPath", kDiffPath);
  AddEnds(context, diff.paths, [&](const PathDiff& row) -> Cells {
    return {row.path.back().class_name,
            WayText(row.path),
            ToString(row.change()),
            row.before.objects,
            row.after.objects,
            row.before.bytes,
            row.after.bytes,
            row.with_all_below.before.bytes,
            row.with_all_below.after.bytes,
            before_at};
  });
}

}  // namespace taproot
