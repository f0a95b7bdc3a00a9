#include "nlohmann/json.hpp"
#include "report/dominator_words.h"
#include "report/json_sections.h"

namespace taproot {
namespace {

Json OfRow(const HeapGraph& graph, const DominatorRow& row) {
  Json json = {
      {"depth", row.depth}, {"kind", DominatorKindWord(row)}, {"text", DominatorText(graph, row)}};
  if (row.node.valid()) json["object"] = row.node.value;
  if (row.klass.valid()) json["class"] = graph.java_class(row.klass).name;
  json["count"] = row.count;
  json["shallowBytes"] = row.shallow_bytes;
  json["retainedBytes"] = row.retained_bytes;
  json["retainedObjects"] = row.retained_objects;
  return json;
}

}  // namespace

Json JsonOfDominators(const HeapGraph& graph, const DominatorReport& report) {
  Json rows = Json::array();
  for (const DominatorRow& row : report.rows) rows.push_back(OfRow(graph, row));
  return {{"by", GroupingWord(report.by)},
          {"strong", {{"objects", report.strong_objects}, {"bytes", report.strong_bytes}}},
          {"loose", {{"objects", report.loose_objects}, {"bytes", report.loose_bytes}}},
          {"rows", std::move(rows)},
          {"deeper", report.deeper}};
}

}  // namespace taproot
