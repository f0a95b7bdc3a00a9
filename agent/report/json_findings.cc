#include <algorithm>

#include "nlohmann/json.hpp"
#include "report/json_sections.h"
#include "report/verdict_words.h"

namespace taproot {
namespace {

Json OfFinding(const HeapGraph& graph, PathDescriber& describer, const Finding& finding) {
  const WatchedObject& watched = finding.watched;
  Json json = {{"id", watched.id},
               {"name", watched.name},
               {"class", watched.class_name},
               {"verdict", VerdictWord(finding.verdict)},
               {"ageMs", watched.age_ms},
               {"collectionsSurvived", watched.collections_survived}};
  if (watched.node.valid()) json["object"] = watched.node.value;
  json["shallowBytes"] = finding.size.shallow_bytes;
  json["deepBytes"] = finding.size.deep_bytes;
  json["objects"] = finding.size.objects;
  json["nativeBytes"] = finding.size.native_bytes;
  json["stops"] = JsonOfStops(finding.size.stops);
  if (finding.path) json["path"] = JsonOfPath(graph, describer, *finding.path);
  return json;
}

}  // namespace

Json JsonOfFindings(const HeapGraph& graph, PathDescriber& describer,
                    std::span<const Finding> findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back(OfFinding(graph, describer, finding));
  auto count = [&](Verdict verdict) {
    return std::ranges::count(findings, verdict, &Finding::verdict);
  };
  return {{"total", findings.size()},
          {"leaks", count(Verdict::kStronglyReachable)},
          {"collected", count(Verdict::kCollected)},
          {"findings", std::move(list)}};
}

}  // namespace taproot
