// Watched objects, and the leaks that they are: one record a mistake.
#include <string>

#include "absl/strings/str_format.h"
#include "report/records.h"
#include "report/verdict_words.h"

namespace taproot {
namespace {

constexpr std::string_view kFinding[] = {"id",
                                         "name",
                                         "class",
                                         "verdict",
                                         "signature",
                                         "libraryLeak",
                                         "ignored",
                                         "ageMs",
                                         "collectionsSurvived",
                                         "shallowBytes",
                                         "deepBytes",
                                         "objects",
                                         "retainedBytes",
                                         "retainedObjects",
                                         "nativeBytes",
                                         "root",
                                         "path"};

constexpr std::string_view kLeak[] = {
    "signature",     "class",           "name",  "count", "libraryLeak",
    "retainedBytes", "retainedObjects", "ageMs", "root",  "path"};

Json Hex(uint32_t signature) { return absl::StrFormat("%08x", signature); }

Cells OfFinding(const RecordContext& context, const Finding& finding) {
  const WatchedObject& watched = finding.watched;
  const auto& retained = finding.retained;
  const bool weighed = finding.size.objects > 0;  // not what has died, or reaches too much
  PathCells path = CellsOfPath(context.describer, finding.path ? &*finding.path : nullptr);
  return {watched.id,
          watched.name,
          watched.class_name,
          VerdictWord(finding.verdict),
          finding.signature ? Hex(*finding.signature) : Json(),
          finding.library_leak != nullptr,
          finding.ignored != nullptr,
          watched.age_ms,
          watched.collections_survived,
          weighed ? Json(finding.size.shallow_bytes) : Json(),
          weighed ? Json(finding.size.deep_bytes) : Json(),
          weighed ? Json(finding.size.objects) : Json(),
          retained ? Json(retained->bytes) : Json(),
          retained ? Json(retained->objects) : Json(),
          weighed ? Json(finding.size.native_bytes) : Json(),
          std::move(path.root),
          std::move(path.path)};
}

// The first of a group stands for it: it is the one that retains most.
Cells OfLeak(const RecordContext& context, const LeakGroup& group) {
  const Finding& first = (*context.report.findings)[group.findings.front()];
  PathCells path = CellsOfPath(context.describer, first.path ? &*first.path : nullptr);
  return {Hex(group.signature),
          first.watched.class_name,
          first.watched.name,
          group.findings.size(),
          first.library_leak != nullptr,
          group.retained ? Json(group.retained->bytes) : Json(),
          group.retained ? Json(group.retained->objects) : Json(),
          first.watched.age_ms,
          std::move(path.root),
          std::move(path.path)};
}

}  // namespace

void TellFindings(const RecordContext& context) {
  const Report& report = context.report;
  if (!report.findings) return;
  // A table has one kind of rows: where nothing is watched, those of what looks like a leak.
  if (report.findings->empty() && report.suspects) return;
  context.sink.Begin("finding", kFinding);
  for (const Finding& finding : *report.findings) context.sink.Add(OfFinding(context, finding));
  context.sink.Begin("leak", kLeak);
  for (const LeakGroup& group : report.leak_groups) context.sink.Add(OfLeak(context, group));
}

}  // namespace taproot
