#include "analysis/object_scale.h"

namespace taproot {

ObjectScale::ObjectScale(const HeapGraph& graph, const WalkOptions& options)
    : graph_(graph), rules_(graph, options), seen_(graph.node_count()) {}

void ObjectScale::Clear() {
  for (NodeId node : reached_) seen_.Erase(node);
  reached_.clear();
}

ObjectSize ObjectScale::Weigh(std::span<const NodeId> starts) {
  return WeighAtMost(starts, graph_.node_count());
}

ObjectSize ObjectScale::WeighAtMost(std::span<const NodeId> starts, uint64_t most) {
  Clear();
  rules_.SetStarts(starts);
  ObjectSize size;
  for (NodeId start : starts) {
    if (!seen_.Insert(start)) continue;
    reached_.push_back(start);
    size.shallow_bytes += graph_.shallow_size(start);
  }
  for (size_t at = 0; at < reached_.size(); ++at) {
    if (reached_.size() > most) return {};
    const NodeId node = reached_[at];
    size.deep_bytes += graph_.shallow_size(node);
    size.native_bytes += graph_.native_bytes(node);
    rules_.ForEachFollowed(node, size.stops, [&](NodeId target, ReferenceSlot) {
      if (seen_.Insert(target)) reached_.push_back(target);
    });
  }
  size.objects = reached_.size();
  return size;
}

}  // namespace taproot
