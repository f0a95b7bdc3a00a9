#include <algorithm>

#include "absl/strings/str_format.h"
#include "nlohmann/json.hpp"
#include "report/json_sections.h"
#include "report/verdict_words.h"

namespace taproot {
namespace {

std::string Hex(uint32_t signature) { return absl::StrFormat("%08x", signature); }

void AddRetained(const std::optional<RetainedSet>& retained, Json& json) {
  if (!retained) return;
  json["retainedBytes"] = retained->bytes;
  json["retainedObjects"] = retained->objects;
}

Json OfRule(const ReferenceRule& rule) { return {{"rule", rule.sentence}}; }

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
  AddRetained(finding.retained, json);
  json["nativeBytes"] = finding.size.native_bytes;
  json["stops"] = JsonOfStops(finding.size.stops);
  if (finding.signature) json["signature"] = Hex(*finding.signature);
  if (finding.library_leak != nullptr) json["libraryLeak"] = OfRule(*finding.library_leak);
  if (finding.ignored != nullptr) json["ignored"] = OfRule(*finding.ignored);
  if (finding.path) {
    json["path"] =
        JsonOfPath(graph, describer, *finding.path, finding.status ? &*finding.status : nullptr);
  }
  if (finding.ways) json["ways"] = JsonOfWays(graph, describer, *finding.ways);
  return json;
}

Json OfGroup(std::span<const Finding> findings, const LeakGroup& group) {
  Json ids = Json::array();
  for (const size_t i : group.findings) ids.push_back(findings[i].watched.id);
  Json json = {{"signature", Hex(group.signature)},
               {"libraryLeak", findings[group.findings[0]].library_leak != nullptr},
               {"findings", std::move(ids)}};
  AddRetained(group.retained, json);
  return json;
}

}  // namespace

Json JsonOfFindings(const HeapGraph& graph, PathDescriber& describer,
                    std::span<const Finding> findings, std::span<const LeakGroup> groups) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back(OfFinding(graph, describer, finding));
  Json group_list = Json::array();
  for (const LeakGroup& group : groups) group_list.push_back(OfGroup(findings, group));
  auto is_library_leak = [](const Finding& finding) {
    return finding.is_leak() && finding.library_leak != nullptr;
  };
  return {{"total", findings.size()},
          {"leaks", std::ranges::count_if(findings, &Finding::is_leak)},
          {"libraryLeaks", std::ranges::count_if(findings, is_library_leak)},
          {"collected", std::ranges::count(findings, Verdict::kCollected, &Finding::verdict)},
          {"groups", std::move(group_list)},
          {"findings", std::move(list)}};
}

}  // namespace taproot
