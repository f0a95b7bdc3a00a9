#include <algorithm>

#include "nlohmann/json.hpp"
#include "report/json_sections.h"

namespace taproot {

Json JsonOfStops(const WalkStops& stops) {
  return {{"classes", stops.classes},
          {"loaders", stops.loaders},
          {"threads", stops.threads},
          {"weak", stops.weak}};
}

Json JsonOfSize(const ObjectSize& size) {
  return {{"objects", size.objects},
          {"shallowBytes", size.shallow_bytes},
          {"deepBytes", size.deep_bytes},
          {"nativeBytes", size.native_bytes},
          {"stops", JsonOfStops(size.stops)}};
}

Json JsonOfSize(const ObjectSize& size, const std::optional<RetainedSet>& retained) {
  Json json = JsonOfSize(size);
  if (retained) {
    json["retainedObjects"] = retained->objects;
    json["retainedBytes"] = retained->bytes;
  }
  return json;
}

Json JsonOfDelta(const SizeDelta& delta) {
  return {{"base", JsonOfSize(delta.base)},        {"object", JsonOfSize(delta.object)},
          {"deltaObjects", delta.delta_objects},   {"deltaBytes", delta.delta_bytes},
          {"sharedObjects", delta.shared_objects}, {"sharedBytes", delta.shared_bytes}};
}

Json JsonOfHistogram(const HeapGraph& graph, const Histogram& histogram,
                     const RenderOptions& options) {
  const size_t shown = std::min<size_t>(histogram.rows.size(), options.top);
  Json rows = Json::array();
  for (size_t i = 0; i < shown; ++i) {
    const HistogramRow& row = histogram.rows[i];
    const JavaClass& java_class = graph.java_class(row.java_class);
    rows.push_back({{"class", java_class.name},
                    {"loader", java_class.loader_name},
                    {"instances", row.instances},
                    {"shallowBytes", row.shallow_bytes}});
    if (histogram.has_retained) rows.back()["retainedBytes"] = row.retained_bytes;
  }
  return {{"instances", histogram.instances},
          {"shallowBytes", histogram.shallow_bytes},
          {"rows", std::move(rows)},
          {"omittedRows", histogram.rows.size() - shown}};
}

}  // namespace taproot
