#include <algorithm>
#include <string>
#include <utility>

#include "nlohmann/json.hpp"
#include "report/json_sections.h"
#include "report/waste_words.h"
#include "report/words.h"

namespace taproot {
namespace {

void AddSum(const WasteSum& sum, Json& json) {
  json["objects"] = sum.objects;
  json["bytes"] = sum.bytes;
  json["bytesToGain"] = sum.bytes_to_gain;
}

Json OfOwner(const WasteByOwner& row) {
  Json json = {{"owner", row.owner}, {"class", row.class_name}};
  AddSum(row.sum, json);
  return json;
}

Json OfPath(const PathGroups& groups, const WasteByPath& row) {
  Json steps = Json::array();
  for (const PathLabel& label : groups.PathTo(row.group)) {
    Json step = Json::object();
    if (!label.owner.empty()) step["owner"] = label.owner;
    step["name"] = label.name;
    step["class"] = label.class_name;
    steps.push_back(std::move(step));
  }
  Json json = {{"path", std::move(steps)}};
  AddSum(row.sum, json);
  return json;
}

Json OfDuplicates(const HeapGraph& graph, const Duplicates& duplicates) {
  Json json = {{"object", duplicates.kept.value},
               {"class", graph.java_class(duplicates.kept).name},
               {"objects", duplicates.objects},
               {"arrays", duplicates.arrays},
               {"bytesToGain", duplicates.bytes_to_gain}};
  if (std::string words = ContentWords(graph, duplicates); !words.empty()) {
    json["content"] = std::move(words);
  }
  return json;
}

template <typename Row, typename Of>
Json FirstOf(const std::vector<Row>& rows, uint32_t top, Of&& of) {
  Json list = Json::array();
  for (size_t i = 0; i < std::min<size_t>(rows.size(), top); ++i) list.push_back(of(rows[i]));
  return list;
}

Json OfKind(const HeapGraph& graph, const WasteSection& section, const WasteOfKind& of_kind,
            uint32_t top) {
  const double percent = PercentOf(of_kind.sum.bytes_to_gain, section.waste.bytes);
  Json json = {{"kind", WasteCode(of_kind.kind)},
               {"text", WasteSentence(of_kind)},
               {"advice", WasteAdvice(of_kind.kind)}};
  AddSum(of_kind.sum, json);
  json["percent"] = percent;
  json["exact"] = IsExact(of_kind.kind);
  json["notable"] = percent >= 100 * Waste::kNotable;
  json["byOwner"] = FirstOf(of_kind.by_owner, top, OfOwner);
  json["omittedOwners"] = of_kind.by_owner.size() - json["byOwner"].size();
  json["byPath"] = FirstOf(of_kind.by_path, top,
                           [&](const WasteByPath& row) { return OfPath(section.groups, row); });
  json["omittedPaths"] = of_kind.by_path.size() - json["byPath"].size();
  if (of_kind.contents > 0) {
    json["contents"] = of_kind.contents;
    json["worst"] = FirstOf(of_kind.worst, top, [&](const Duplicates& duplicates) {
      return OfDuplicates(graph, duplicates);
    });
  }
  return json;
}

}  // namespace

Json JsonOfWaste(const HeapGraph& graph, const WasteSection& section,
                 const RenderOptions& options) {
  const Waste& waste = section.waste;
  Json kinds = Json::array();
  for (const WasteOfKind& of_kind : waste.kinds) {
    kinds.push_back(OfKind(graph, section, of_kind, options.top));
  }
  return {{"objects", waste.objects},
          {"bytes", waste.bytes},
          {"bytesToGain", waste.bytes_to_gain()},
          {"contentsKnown", waste.contents_known},
          {"kinds", std::move(kinds)}};
}

}  // namespace taproot
