#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "nlohmann/json.hpp"
#include "report/json_sections.h"

namespace taproot {
namespace {

Json OfOrigin(const HeapOrigin& origin) {
  return {{"vmVersion", origin.vm.version},
          {"mainClass", origin.vm.main_class},
          {"pid", origin.vm.pid},
          {"capturedAtMs", origin.captured_at_ms},
          {"objects", origin.total.objects},
          {"bytes", origin.total.bytes}};
}

void AddTallies(const DiffRow& row, Json& json) {
  json["change"] = ToString(row.change());
  json["objectsBefore"] = row.before.objects;
  json["objectsAfter"] = row.after.objects;
  json["bytesBefore"] = row.before.bytes;
  json["bytesAfter"] = row.after.bytes;
}

Json OfClass(const NamedDiff& row, bool has_retained) {
  Json json = {{"class", row.name}};
  AddTallies(row, json);
  if (has_retained) {
    json["retainedBefore"] = row.before.retained;
    json["retainedAfter"] = row.after.retained;
  }
  return json;
}

Json OfPackage(const NamedDiff& row) {
  Json json = {{"package", row.name}};
  AddTallies(row, json);
  return json;
}

Json OfPath(const PathDiff& row) {
  Json steps = Json::array();
  for (const PathLabel& label : row.path) {
    Json step = Json::object();
    if (!label.owner.empty()) step["owner"] = label.owner;
    step["name"] = label.name;
    step["class"] = label.class_name;
    steps.push_back(std::move(step));
  }
  Json json = {{"path", std::move(steps)}};
  AddTallies(row, json);
  json["bytesWithAllBelowBefore"] = row.with_all_below.before.bytes;
  json["bytesWithAllBelowAfter"] = row.with_all_below.after.bytes;
  return json;
}

// As many rows from each end, where the growth and the shrinking are.
template <typename Row, typename Of>
void AddRows(const char* key, const std::vector<Row>& rows, uint32_t top, Of&& of, Json& json) {
  Json list = Json::array();
  for (size_t i = 0; i < rows.size(); ++i) {
    if (i < top || i + top >= rows.size()) list.push_back(of(rows[i]));
  }
  json[key] = {{"rows", std::move(list)},
               {"omittedRows", rows.size() - std::min<size_t>(rows.size(), 2 * size_t{top})}};
}

}  // namespace

Json JsonOfDiff(const HeapDiff& diff, const RenderOptions& options) {
  Json json = {{"before", OfOrigin(diff.before)},
               {"after", OfOrigin(diff.after)},
               {"remarks", RemarksOn(diff)}};
  AddRows(
      "classes", diff.classes, options.top,
      [&](const NamedDiff& row) { return OfClass(row, diff.has_retained); }, json);
  AddRows("packages", diff.packages, options.top, OfPackage, json);
  AddRows("paths", diff.paths, options.top, OfPath, json);
  return json;
}

Json JsonOfSnapshotFile(const SnapshotFile& file) {
  return {{"file", file.path}, {"bytes", file.bytes}, {"writeMs", file.write_ms}};
}

}  // namespace taproot
