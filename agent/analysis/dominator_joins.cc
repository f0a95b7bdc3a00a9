#include "analysis/dominator_joins.h"

#include <algorithm>
#include <atomic>

#include "graph/parallel.h"

namespace taproot {
namespace {

// Both threads may be at the row of one vertex.
uint32_t FetchAdd(uint32_t& value, uint32_t by) {
  return std::atomic_ref(value).fetch_add(by, std::memory_order_relaxed);
}

bool IsCancelled(const Progress* progress) { return progress != nullptr && progress->cancelled(); }

template <typename Join>
void ForEachJoining(const HeapGraph& graph, const DominatorSearch& search, const Progress* progress,
                    Join&& join) {
  constexpr uint64_t kStride = uint64_t{1} << 18;
  ForEachPart(graph.node_count(), [&](uint64_t begin, uint64_t end) {
    for (; begin < end && !IsCancelled(progress); begin += kStride) {
      search.ForEachJoining(static_cast<uint32_t>(begin),
                            static_cast<uint32_t>(std::min(end, begin + kStride)), join);
    }
  });
  search.ForEachJoiningHolder(join);
}

}  // namespace

JoinTable FindJoins(const HeapGraph& graph, const DominatorSearch& search, Progress* progress) {
  JoinTable table;
  // By vertex: first how many refer to it, then where the next of them comes.
  FlatArray<uint32_t> place(search.count());
  ForEachJoining(graph, search, progress,
                 [&](uint32_t target, uint32_t) { FetchAdd(place[target], 1); });
  // What was not counted has no room.
  if (IsCancelled(progress)) return {};
  for (size_t v = 0; v < place.size(); ++v) table.count += place[v] != 0;

  table.vertex = FlatArray<uint32_t>(table.count);
  table.first = FlatArray<uint32_t>(size_t{table.count} + 1);
  uint32_t join = 0;
  uint32_t begin = 0;
  for (uint32_t v = 0; v < search.count(); ++v) {
    if (place[v] == 0) continue;
    table.vertex[join] = v;
    table.first[join++] = begin;
    begin += place[v];
    place[v] = table.first[join - 1];
  }
  table.first[join] = begin;

  table.referrers = FlatArray<uint32_t>(begin);
  ForEachJoining(graph, search, progress, [&](uint32_t target, uint32_t referrer) {
    table.referrers[FetchAdd(place[target], 1)] = referrer;
  });
  return table;
}

}  // namespace taproot
