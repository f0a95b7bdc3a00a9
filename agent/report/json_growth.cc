#include "nlohmann/json.hpp"
#include "report/growth_words.h"
#include "report/json_sections.h"
#include "report/suspect_words.h"

namespace taproot {
namespace {

Json OfGrowing(const GrowingGroup& growing) {
  Json path = Json::array();
  for (const PathLabel& label : growing.path) {
    Json step = Json::object();
    if (!label.owner.empty()) step["owner"] = label.owner;
    step["name"] = label.name;
    step["class"] = label.class_name;
    path.push_back(std::move(step));
  }
  Json with = Json::array();
  for (const GrowingClass& companion : growing.with) {
    with.push_back({{"class", companion.name}, {"objects", companion.objects}});
  }
  Json json = {{"class", growing.path.back().class_name},
               {"text", WayText(growing.path)},
               {"fingerprint", FingerprintText(growing.fingerprint)},
               {"path", std::move(path)},
               {"objects", growing.objects},
               {"bytes", growing.bytes},
               {"objectsPerSecond", growing.objects_per_second},
               {"bytesPerSecond", growing.bytes_per_second}};
  if (growing.retained_bytes) json["retainedBytes"] = *growing.retained_bytes;
  json["growsWith"] = std::move(with);
  json["example"] = growing.example.value;
  return json;
}

}  // namespace

Json JsonOfGrowth(const GrowthReport& report, const RenderOptions& options) {
  Json rounds = Json::array();
  for (const GrowthRound& round : report.rounds) {
    rounds.push_back({{"whenMs", round.when_ms},
                      {"objects", round.objects},
                      {"bytes", round.bytes},
                      {"growingGroups", round.growing_groups}});
  }
  Json growing = Json::array();
  for (const GrowingGroup& group : report.growing) {
    if (growing.size() == options.top) break;
    growing.push_back(OfGrowing(group));
  }
  Json json = {
      {"rounds", std::move(rounds)},   {"total", report.growing.size()},
      {"growing", std::move(growing)}, {"bytesPerSecond", report.bytes_per_second},
      {"groups", report.groups},       {"objectsWithoutGroup", report.objects_without_group}};
  if (report.ms_to_limit) json["msToHeapLimit"] = *report.ms_to_limit;
  return json;
}

}  // namespace taproot
