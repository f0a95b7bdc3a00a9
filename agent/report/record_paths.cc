// Paths to single objects, and what objects weigh.
#include "report/records.h"

namespace taproot {
namespace {

constexpr std::string_view kPath[] = {"object", "class",     "strength", "length", "root",
                                      "path",   "otherWays", "cutSize",  "ignored"};

constexpr std::string_view kSize[] = {"subject",     "objects",       "shallowBytes",   "deepBytes",
                                      "nativeBytes", "retainedBytes", "retainedObjects"};

constexpr std::string_view kDelta[] = {"baseObjects",   "baseDeepBytes", "objects",
                                       "deepBytes",     "deltaObjects",  "deltaBytes",
                                       "sharedObjects", "sharedBytes"};

Cells OfPath(const RecordContext& context, const PathToObject& to) {
  const HeapGraph& graph = context.graph();
  PathCells path = CellsOfPath(context.describer, to.path ? &*to.path : nullptr);
  const bool has_cut = to.ways && to.ways->cut.outcome == CutOutcome::kFound;
  return {to.node.valid() ? Json(to.node.value) : Json(),
          to.node.valid() ? Json(graph.java_class(to.node).name) : Json(),
          to.path ? Json(StrengthWord(to.path->strength)) : Json(),
          to.path ? Json(to.path->steps.size() - 1) : Json(),
          std::move(path.root),
          std::move(path.path),
          to.ways ? Json(to.ways->others.size()) : Json(),
          has_cut ? Json(to.ways->cut.references.size()) : Json(),
          to.ignored != nullptr};
}

Cells OfSize(const Report& report) {
  const ObjectSize& size = *report.size;
  return {report.subject,
          size.objects,
          size.shallow_bytes,
          size.deep_bytes,
          size.native_bytes,
          report.retained ? Json(report.retained->bytes) : Json(),
          report.retained ? Json(report.retained->objects) : Json()};
}

Cells OfDelta(const SizeDelta& delta) {
  return {delta.base.objects,  delta.base.deep_bytes, delta.object.objects, delta.object.deep_bytes,
          delta.delta_objects, delta.delta_bytes,     delta.shared_objects, delta.shared_bytes};
}

}  // namespace

void TellPaths(const RecordContext& context) {
  const Report& report = context.report;
  if (report.paths) {
    context.sink.Begin("path", kPath);
    for (const PathToObject& to : *report.paths) context.sink.Add(OfPath(context, to));
  }
  if (report.size) {
    context.sink.Begin("size", kSize);
    context.sink.Add(OfSize(report));
  }
  if (report.delta) {
    context.sink.Begin("sizeDelta", kDelta);
    context.sink.Add(OfDelta(*report.delta));
  }
}

}  // namespace taproot
