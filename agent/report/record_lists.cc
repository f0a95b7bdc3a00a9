// Classes, suspects, growing places, threads.
#include <algorithm>
#include <string>

#include "report/frame_words.h"
#include "report/growth_words.h"
#include "report/records.h"
#include "report/suspect_words.h"
#include "report/thread_words.h"
#include "report/words.h"

namespace taproot {
namespace {

constexpr std::string_view kClass[] = {"class", "loader", "instances", "shallowBytes",
                                       "retainedBytes"};

constexpr std::string_view kSuspect[] = {"kind",          "text",
                                         "sentence",      "members",
                                         "retainedBytes", "retainedObjects",
                                         "percent",       "containerClass",
                                         "contentClass",  "contentObjects",
                                         "contentBytes",  "root",
                                         "path"};

constexpr std::string_view kGrowth[] = {
    "class",        "path",       "fingerprint",      "rounds",         "objects",      "bytes",
    "grownObjects", "grownBytes", "objectsPerSecond", "bytesPerSecond", "retainedBytes"};

constexpr std::string_view kGrowthRound[] = {"round", "whenMs", "objects", "bytes",
                                             "growingGroups"};

constexpr std::string_view kThread[] = {"name",    "id",    "daemon",        "virtual",
                                        "state",   "alike", "retainedBytes", "retainedObjects",
                                        "topFrame"};

Cells OfSuspect(const RecordContext& context, const Suspect& suspect, uint64_t live_bytes) {
  const HeapGraph& graph = context.graph();
  const ClassAmount& content = suspect.content;
  const bool has_content = content.klass.valid();
  PathCells path = CellsOfPath(context.describer, suspect.path ? &*suspect.path : nullptr);
  return {SuspectKindWord(suspect.kind),
          SuspectText(graph, suspect),
          AccumulationSentence(graph, suspect),
          suspect.members,
          suspect.retained_bytes,
          suspect.retained_objects,
          PercentOf(suspect.retained_bytes, live_bytes),
          suspect.container.valid() ? Json(graph.java_class(suspect.container).name) : Json(),
          has_content ? Json(graph.java_class(content.klass).name) : Json(),
          has_content ? Json(content.objects) : Json(),
          has_content ? Json(content.bytes) : Json(),
          std::move(path.root),
          std::move(path.path)};
}

Cells OfGrowing(const GrowingGroup& growing) {
  return {growing.path.back().class_name,
          WayText(growing.path),
          FingerprintText(growing.fingerprint),
          growing.objects.size(),
          growing.objects,
          growing.bytes,
          growing.grown_objects(),
          growing.grown_bytes(),
          growing.objects_per_second,
          growing.bytes_per_second,
          growing.retained_bytes ? Json(*growing.retained_bytes) : Json()};
}

Json TopFrame(const HeapGraph& graph, const ThreadReportEntry& entry) {
  if (entry.frames.empty() || !entry.frames.front().method.valid()) return {};
  const ThreadReportFrame& top = entry.frames.front();
  return FrameText(graph.method(top.method), top.line);
}

Cells OfThread(const RecordContext& context, const ThreadReportEntry& entry) {
  const JavaThread& thread = context.graph().thread(entry.threads[0]);
  const bool has_retained = context.report.threads->has_retained;
  const bool known = thread.state != ThreadState::kUnknown;
  return {thread.name,
          thread.tid,
          thread.is_daemon,
          thread.is_virtual,
          known ? Json(ThreadStateWord(thread.state)) : Json(),
          entry.threads.size(),
          has_retained ? Json(entry.retained_bytes) : Json(),
          has_retained ? Json(entry.retained_objects) : Json(),
          TopFrame(context.graph(), entry)};
}

// The first `top` rows.
template <typename Row, typename Of>
void AddFirst(const RecordContext& context, const std::vector<Row>& rows, Of&& of) {
  const size_t shown = std::min<size_t>(rows.size(), context.options.top);
  for (size_t i = 0; i < shown; ++i) context.sink.Add(of(rows[i]));
}

}  // namespace

void TellClasses(const RecordContext& context) {
  if (!context.report.histogram) return;
  const Histogram& histogram = *context.report.histogram;
  context.sink.Begin("class", kClass);
  AddFirst(context, histogram.rows, [&](const HistogramRow& row) -> Cells {
    const JavaClass& java_class = context.graph().java_class(row.java_class);
    return {java_class.name, java_class.loader_name, row.instances, row.shallow_bytes,
            histogram.has_retained ? Json(row.retained_bytes) : Json()};
  });
}

void TellSuspects(const RecordContext& context) {
  if (!context.report.suspects) return;
  const SuspectReport& report = *context.report.suspects;
  context.sink.Begin("suspect", kSuspect);
  AddFirst(context, report.suspects,
           [&](const Suspect& suspect) { return OfSuspect(context, suspect, report.live_bytes); });
}

void TellGrowth(const RecordContext& context) {
  if (!context.report.growth) return;
  const GrowthReport& report = *context.report.growth;
  context.sink.Begin("growth", kGrowth);
  AddFirst(context, report.growing, OfGrowing);
  context.sink.Begin("growthRound", kGrowthRound);
  for (size_t i = 0; i < report.rounds.size(); ++i) {
    const GrowthRound& round = report.rounds[i];
    context.sink.Add({i + 1, round.when_ms, round.objects, round.bytes, round.growing_groups});
  }
}

void TellThreads(const RecordContext& context) {
  if (!context.report.threads) return;
  context.sink.Begin("thread", kThread);
  AddFirst(context, context.report.threads->entries,
           [&](const ThreadReportEntry& entry) { return OfThread(context, entry); });
}

}  // namespace taproot
