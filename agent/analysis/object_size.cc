#include "taproot/object_size.h"

#include "analysis/object_scale.h"

namespace taproot {

ObjectSize MeasureObjects(const HeapGraph& graph, std::span<const NodeId> starts,
                          const WalkOptions& options) {
  return ObjectScale(graph, options).Weigh(starts);
}

SizeDelta MeasureDelta(const HeapGraph& graph, NodeId base, NodeId object,
                       const WalkOptions& options) {
  ObjectScale base_scale(graph, options);
  ObjectScale object_scale(graph, options);
  SizeDelta delta;
  delta.base = base_scale.Weigh({&base, 1});
  delta.object = object_scale.Weigh({&object, 1});
  for (NodeId node : object_scale.reached()) {
    if (!base_scale.has_reached(node)) continue;
    ++delta.shared_objects;
    delta.shared_bytes += graph.shallow_size(node);
  }
  delta.delta_objects = delta.object.objects - delta.shared_objects;
  delta.delta_bytes = delta.object.deep_bytes - delta.shared_bytes;
  return delta;
}

}  // namespace taproot
