#include <algorithm>
#include <utility>

#include "nlohmann/json.hpp"
#include "report/frame_words.h"
#include "report/json_sections.h"
#include "report/thread_words.h"

namespace taproot {
namespace {

Json OfLocal(const HeapGraph& graph, const ThreadReportFrame& frame,
             const ThreadLocalVariable& local) {
  Json json = Json::object();
  if (local.slot >= 0) {
    json["slot"] = local.slot;
    const LocalState state = JudgeLocal(graph, {.kind = RootKind::kStackLocal,
                                                .method = frame.method,
                                                .slot = local.slot,
                                                .bci = frame.bci});
    if (state.scope == LocalScope::kInScope) json["local"] = state.variable->name;
    if (state.scope == LocalScope::kOutOfScope) json["live"] = false;
  }
  json["object"] = local.node.value;
  json["class"] = graph.java_class(local.node).name;
  json["shallowBytes"] = graph.shallow_size(local.node);
  if (local.held_by != HeldBy::kUnknown) {
    json["retainedBytes"] = local.retained_bytes;
    json["heldBy"] = HeldByWord(local.held_by);
  }
  return json;
}

Json OfFrame(const HeapGraph& graph, const ThreadReport& report, const ThreadReportFrame& frame) {
  Json json = {{"depth", frame.depth}};
  if (frame.method.valid()) {
    const JavaMethod& method = graph.method(frame.method);
    json["class"] = method.class_name;
    json["method"] = method.name;
    json["signature"] = method.signature;
    json["file"] = method.source_file;
  }
  if (frame.line >= 0) json["line"] = frame.line;
  if (report.has_retained) json["retainedBytes"] = frame.retained_bytes;
  Json& locals = json["locals"] = Json::array();
  for (const ThreadLocalVariable& local : frame.locals) {
    locals.push_back(OfLocal(graph, frame, local));
  }
  return json;
}

Json OfEntry(const HeapGraph& graph, const ThreadReport& report, const ThreadReportEntry& entry) {
  const JavaThread& thread = graph.thread(entry.threads[0]);
  Json json = {{"name", thread.name},
               {"id", thread.tid},
               {"daemon", thread.is_daemon},
               {"virtual", thread.is_virtual}};
  if (thread.state != ThreadState::kUnknown) json["state"] = ThreadStateWord(thread.state);
  if (thread.carrier.valid()) json["carrier"] = graph.thread(thread.carrier).name;
  if (thread.node.valid()) json["object"] = thread.node.value;
  if (report.has_retained) {
    json["retainedBytes"] = entry.retained_bytes;
    json["retainedObjects"] = entry.retained_objects;
  }
  Json& alike = json["alike"] = Json::array();
  for (size_t i = 1; i < entry.threads.size(); ++i) {
    const JavaThread& other = graph.thread(entry.threads[i]);
    alike.push_back({{"name", other.name}, {"id", other.tid}});
  }
  json["moved"] = entry.moved;
  json["framesKnown"] = entry.frames_known;
  Json& frames = json["frames"] = Json::array();
  for (const ThreadReportFrame& frame : entry.frames) {
    frames.push_back(OfFrame(graph, report, frame));
  }
  json["omittedFrames"] = entry.frames_left_out;
  return json;
}

}  // namespace

Json JsonOfThreads(const HeapGraph& graph, const ThreadReport& report,
                   const RenderOptions& options) {
  const size_t shown = std::min<size_t>(report.entries.size(), options.top);
  Json threads = Json::array();
  for (size_t i = 0; i < shown; ++i) threads.push_back(OfEntry(graph, report, report.entries[i]));
  uint64_t omitted = 0;
  for (size_t i = shown; i < report.entries.size(); ++i)
    omitted += report.entries[i].threads.size();
  return {{"platformThreads", report.platform_threads},
          {"virtualThreads", report.virtual_threads},
          {"threads", std::move(threads)},
          {"omittedThreads", omitted}};
}

}  // namespace taproot
