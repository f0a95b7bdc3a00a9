#include <algorithm>
#include <vector>

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

// With bounded options: the first of each group come first, then the others as they stand.
constexpr size_t kMostFindings = 1000;
constexpr size_t kMostPaths = 100;  // of those findings
constexpr size_t kMostGroups = 500;

std::vector<size_t> Told(std::span<const Finding> findings, std::span<const LeakGroup> groups,
                         const RenderOptions& options) {
  std::vector<size_t> told;
  if (!options.bounded || findings.size() <= kMostPaths) {
    for (size_t i = 0; i < findings.size(); ++i) told.push_back(i);
    return told;
  }
  std::vector<bool> is_told(findings.size());
  const auto tell = [&](size_t i) {
    if (told.size() == kMostFindings || is_told[i]) return;
    is_told[i] = true;
    told.push_back(i);
  };
  for (const LeakGroup& group : groups) tell(group.findings.front());
  for (size_t i = 0; i < findings.size(); ++i) {
    if (findings[i].is_leak()) tell(i);
  }
  for (size_t i = 0; i < findings.size(); ++i) tell(i);
  return told;
}

Json OfFinding(const HeapGraph& graph, PathDescriber& describer, const Finding& finding,
               bool with_path) {
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
  if (finding.path && with_path) {
    json["path"] =
        JsonOfPath(graph, describer, *finding.path, finding.status ? &*finding.status : nullptr);
  }
  if (finding.ways && with_path) json["ways"] = JsonOfWays(graph, describer, *finding.ways);
  return json;
}

Json OfGroup(std::span<const Finding> findings, const LeakGroup& group,
             const RenderOptions& options) {
  Json ids = Json::array();
  for (const size_t i : group.findings) {
    if (options.bounded && ids.size() == kMostPaths) break;
    ids.push_back(findings[i].watched.id);
  }
  Json json = {{"signature", Hex(group.signature)},
               {"libraryLeak", findings[group.findings[0]].library_leak != nullptr},
               {"count", group.findings.size()},
               {"findings", std::move(ids)}};
  AddRetained(group.retained, json);
  return json;
}

}  // namespace

Json JsonOfFindings(const HeapGraph& graph, PathDescriber& describer,
                    std::span<const Finding> findings, std::span<const LeakGroup> groups,
                    const RenderOptions& options) {
  const std::vector<size_t> told = Told(findings, groups, options);
  Json list = Json::array();
  for (const size_t i : told) {
    const bool with_path = !options.bounded || list.size() < kMostPaths;
    list.push_back(OfFinding(graph, describer, findings[i], with_path));
  }
  Json group_list = Json::array();
  for (const LeakGroup& group : groups) {
    if (options.bounded && group_list.size() == kMostGroups) break;
    group_list.push_back(OfGroup(findings, group, options));
  }
  auto is_library_leak = [](const Finding& finding) {
    return finding.is_leak() && finding.library_leak != nullptr;
  };
  return {{"total", findings.size()},
          {"leaks", std::ranges::count_if(findings, &Finding::is_leak)},
          {"libraryLeaks", std::ranges::count_if(findings, is_library_leak)},
          {"collected", std::ranges::count(findings, Verdict::kCollected, &Finding::verdict)},
          {"groups", std::move(group_list)},
          {"findings", std::move(list)},
          {"omittedFindings", findings.size() - told.size()}};
}

}  // namespace taproot
