#include "nlohmann/json.hpp"
#include "report/json_sections.h"

namespace taproot {

Json JsonOfMerged(const HeapGraph&, const MergedSection& section) {
  const MergedPaths& merged = section.merged;
  Json rows = Json::array();
  for (const MergedPath& row : merged.rows) {
    const PathLabel& label = section.groups.label(row.group);
    Json json = Json::object();
    if (row.parent) json["parent"] = *row.parent;
    if (!label.owner.empty()) json["owner"] = label.owner;
    json["name"] = label.name;
    json["class"] = label.class_name;
    json["passing"] = row.passing;
    json["ending"] = row.ending;
    if (section.retained) json["retainedBytes"] = row.retained_bytes;
    rows.push_back(std::move(json));
  }
  Json json = {{"objects", merged.objects}, {"unheld", merged.unheld}};
  if (section.retained) json["retainedBytes"] = merged.retained_bytes;
  json["rows"] = std::move(rows);
  return json;
}

}  // namespace taproot
