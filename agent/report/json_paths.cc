#include "nlohmann/json.hpp"
#include "report/json_sections.h"
#include "report/reference_description.h"
#include "report/way_words.h"

namespace taproot {
namespace {

Json OfCutReference(const HeapGraph& graph, const CutReference& reference) {
  Json json = {{"text", CutText(graph, reference)}};
  if (reference.root.valid()) {
    json["kind"] = "root";
  } else {
    json["kind"] = ReferenceKindWord(reference.slot.kind());
    json["from"] = reference.from.value;
    json["fromClass"] = graph.java_class(reference.from).name;
  }
  json["to"] = reference.to.value;
  json["toClass"] = graph.java_class(reference.to).name;
  return json;
}

Json OfCut(const HeapGraph& graph, const ObjectWays& ways) {
  Json references = Json::array();
  for (const CutReference& each : ways.cut.references) {
    references.push_back(OfCutReference(graph, each));
  }
  return {{"outcome", CutOutcomeWord(ways.cut.outcome)},
          {"limit", ways.cut_limit},
          {"references", std::move(references)}};
}

}  // namespace

Json JsonOfWays(const HeapGraph& graph, PathDescriber& describer, const ObjectWays& ways) {
  Json others = Json::array();
  for (const RootPath& path : ways.others) {
    others.push_back({{"text", WayPhrase(graph, describer, path)},
                      {"path", JsonOfPath(graph, describer, path)}});
  }
  Json next = Json::array();
  for (const RootPath& path : ways.next_shortest) {
    next.push_back(JsonOfPath(graph, describer, path));
  }
  return {{"text", DescribeWays(graph, describer, ways)},
          {"others", std::move(others)},
          {"moreOthers", ways.more_others},
          {"nextShortest", std::move(next)},
          {"complete", ways.complete},
          {"cut", OfCut(graph, ways)}};
}

Json JsonOfPaths(const HeapGraph& graph, PathDescriber& describer,
                 std::span<const PathToObject> paths) {
  Json list = Json::array();
  for (const PathToObject& to : paths) {
    Json json = Json::object();
    if (to.node.valid()) {
      json["object"] = to.node.value;
      json["class"] = graph.java_class(to.node).name;
    }
    if (to.ignored != nullptr) json["ignored"] = to.ignored->sentence;
    json["path"] = to.path ? JsonOfPath(graph, describer, *to.path) : Json(nullptr);
    if (to.ways) json["ways"] = JsonOfWays(graph, describer, *to.ways);
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace taproot
