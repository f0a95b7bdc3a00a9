#include "taproot/object_ways.h"

#include <algorithm>
#include <utility>

namespace taproot {
namespace {

// Steps that two paths to one object have in common, from the object on; the root is one more.
size_t SharedSteps(const RootPath& a, const RootPath& b) {
  const auto mismatch =
      std::mismatch(a.steps.rbegin(), a.steps.rend(), b.steps.rbegin(), b.steps.rend());
  const auto shared = static_cast<size_t>(mismatch.first - a.steps.rbegin());
  return shared + (a.root == b.root ? 1 : 0);
}

}  // namespace

WayFinder::WayFinder(const HeapGraph& graph, const WayOptions& options, Progress* progress)
    : options_(options),
      referrers_(graph, options.rules, progress),
      ways_(referrers_, progress),
      cuts_(referrers_, progress) {}

ObjectWays WayFinder::Find(const RootPath& first) {
  const NodeId target = first.steps.back().node;
  ObjectWays ways{.cut_limit = options_.cut_limit};
  if (options_.shortest > 1) {
    const Strength loosest = std::max(first.strength, options_.loosest);
    ShortestWays shortest = ways_.Shortest(target, options_.shortest, loosest, &first);
    shortest.paths.erase(shortest.paths.begin());
    ways.next_shortest = std::move(shortest.paths);
    ways.complete = shortest.complete;
  }
  if (first.strength != Strength::kStrong) return ways;
  DisjointWays disjoint = ways_.Disjoint(target, options_.disjoint);
  ways.others = std::move(disjoint.paths);
  ways.more_others = disjoint.more;
  // One of them is the first path, or stands for it: the flow may have led it another way.
  const auto alike = std::ranges::max_element(
      ways.others, {}, [&](const RootPath& other) { return SharedSteps(first, other); });
  if (alike != ways.others.end()) ways.others.erase(alike);
  ways.cut = cuts_.Find(target, options_.cut_limit);
  return ways;
}

uint64_t WayFinderBytes(const HeapGraph& graph, const WayOptions& options) {
  constexpr uint64_t kBytesPerNode = 4 + 12 + 12;
  constexpr uint64_t kBytesPerLevel = 4;
  constexpr uint64_t kBytesPerReference = 8;
  const uint64_t strengths = static_cast<uint64_t>(options.loosest) + 1;
  const uint64_t levels =
      options.shortest == 1 ? 0 : strengths * (options.rules == nullptr ? 4 : 8);
  // An object may refer to its class by a reference that is not stored.
  return (kBytesPerNode + levels * kBytesPerLevel) * graph.node_count() +
         kBytesPerReference * (graph.reference_count() + graph.node_count());
}

}  // namespace taproot
