#include "nlohmann/json.hpp"
#include "report/json_sections.h"

namespace taproot {

Json JsonOfPathTree(const PathTree& tree) {
  Json rows = Json::array();
  for (const PathTreeRow& row : tree.rows) {
    Json json = Json::object();
    if (row.parent) json["parent"] = *row.parent;
    if (!row.label.owner.empty()) json["owner"] = row.label.owner;
    json["name"] = row.label.name;
    json["class"] = row.label.class_name;
    json["objects"] = row.objects;
    json["bytes"] = row.bytes;
    json["objectsWithAllBelow"] = row.objects_with_all_below;
    json["bytesWithAllBelow"] = row.bytes_with_all_below;
    rows.push_back(std::move(json));
  }
  return {{"objects", tree.objects},
          {"bytes", tree.bytes},
          {"rows", std::move(rows)},
          {"omittedGroups", tree.groups_without_row}};
}

}  // namespace taproot
