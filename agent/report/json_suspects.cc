#include "nlohmann/json.hpp"
#include "report/json_sections.h"
#include "report/suspect_words.h"

namespace taproot {
namespace {

Json OfAmount(const HeapGraph& graph, const ClassAmount& amount) {
  return {{"class", graph.java_class(amount.klass).name},
          {"objects", amount.objects},
          {"bytes", amount.bytes}};
}

Json OfAccumulation(const HeapGraph& graph, const Suspect& suspect) {
  const NodeId point(suspect.accumulation.value);
  Json json = {{"object", point.value},
               {"class", graph.java_class(point).name},
               {"retainedBytes", suspect.accumulation_bytes},
               {"children", suspect.children},
               {"pathShare", suspect.path_share}};
  if (suspect.container.valid()) {
    json["container"] = {{"object", suspect.container.value},
                         {"class", graph.java_class(suspect.container).name}};
  }
  return json;
}

Json OfSuspect(const HeapGraph& graph, PathDescriber& describer, const Suspect& suspect) {
  Json json = {{"kind", SuspectKindWord(suspect.kind)},
               {"text", SuspectText(graph, suspect)},
               {"sentence", AccumulationSentence(graph, suspect)},
               {"members", suspect.members},
               {"retainedBytes", suspect.retained_bytes},
               {"retainedObjects", suspect.retained_objects}};
  if (suspect.accumulation.value < graph.node_count()) {
    json["accumulation"] = OfAccumulation(graph, suspect);
  }
  if (suspect.content.klass.valid()) json["content"] = OfAmount(graph, suspect.content);
  Json contains = Json::array();
  for (const ClassAmount& amount : suspect.contains) contains.push_back(OfAmount(graph, amount));
  json["contains"] = std::move(contains);
  if (suspect.path) json["path"] = JsonOfPath(graph, describer, *suspect.path);
  return json;
}

}  // namespace

Json JsonOfSuspects(const HeapGraph& graph, PathDescriber& describer, const SuspectReport& report,
                    const RenderOptions& options) {
  Json list = Json::array();
  for (const Suspect& suspect : report.suspects) {
    if (list.size() == options.top) break;
    list.push_back(OfSuspect(graph, describer, suspect));
  }
  Json json = {{"liveObjects", report.live_objects},
               {"liveBytes", report.live_bytes},
               {"minPercent", report.min_percent},
               {"total", report.suspects.size()},
               {"suspects", std::move(list)}};
  if (report.heaviest) json["heaviest"] = OfSuspect(graph, describer, *report.heaviest);
  return json;
}

}  // namespace taproot
