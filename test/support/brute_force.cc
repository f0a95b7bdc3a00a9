#include "support/brute_force.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "analysis/frame_reference.h"

namespace taproot::test {
namespace {

constexpr Strength kStrengths[] = {Strength::kStrong, Strength::kSoft, Strength::kFinal,
                                   Strength::kWeak, Strength::kPhantom};
constexpr RootRank kRanks[] = {RootRank::kProgram, RootRank::kFrame, RootRank::kJni, RootRank::kVm};

Strength StrengthOf(const HeapGraph& graph, NodeId from, ReferenceSlot slot) {
  if (slot.kind() != ReferenceKind::kField) return Strength::kStrong;
  const FieldRef field = graph.FieldAt(graph.class_of(from), slot.index());
  const bool is_referent = field.field != nullptr &&
                           graph.java_class(field.declaring).name == "java.lang.ref.Reference" &&
                           (field.field->name == "referent" || field.field->name == "discovered");
  return is_referent ? graph.java_class(from).referent_strength : Strength::kStrong;
}

// Length of the shortest path and, of those, the lowest kind of root.
using Best = std::optional<std::pair<uint32_t, RootKind>>;

// What the program's own roots reach without a frame local keeps that path, also as a part of other
// paths: from a thread object that they reach the frame locals go on.
std::vector<Best> Shortest(const HeapGraph& graph, const std::vector<PlainReference>& references,
                           Strength loosest, RootRank worst) {
  std::vector<Best> settled(graph.node_count());
  if (worst > RootRank::kProgram) {
    settled = Shortest(graph, references, loosest, RootRank::kProgram);
  }
  std::vector<Best> best = settled;
  auto improve = [&](NodeId node, uint32_t length, RootKind kind) {
    Best& current = best[node.value];
    const std::pair candidate(length, kind);
    if (settled[node.value] || (current && *current <= candidate)) return false;
    current = candidate;
    return true;
  };
  for (const Root& root : graph.roots()) {
    if (RankOf(root.kind) <= worst) improve(root.node, 0, root.kind);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const PlainReference& reference : references) {
      const Best& from = best[reference.from.value];
      if (!from || reference.strength > loosest) continue;
      if (IsFrameReference(reference.slot.kind()) && worst < RootRank::kFrame) continue;
      if (improve(reference.to, from->first + 1, from->second)) changed = true;
    }
  }
  return best;
}

// Null where a walk goes on.
uint64_t* StopFor(const HeapGraph& graph, NodeId target, const WalkOptions& options,
                  WalkStops& stops) {
  for (ClassId id = graph.class_of(target); id.valid(); id = graph.java_class(id).super) {
    if (graph.java_class(id).loader_kind != LoaderKind::kBoot) continue;
    const std::string_view name = graph.java_class(id).name;
    if (name == "java.lang.Class") return options.enter_classes ? nullptr : &stops.classes;
    if (name == "java.lang.ClassLoader") return options.enter_loaders ? nullptr : &stops.loaders;
    if (name == "java.lang.Thread") return options.enter_threads ? nullptr : &stops.threads;
  }
  return nullptr;
}

}  // namespace

std::vector<PlainReference> AllReferences(const HeapGraph& graph) {
  std::vector<PlainReference> all;
  for (uint32_t i = 0; i < graph.node_count(); ++i) {
    const NodeId from(i);
    for (size_t r = 0; r < graph.targets(from).size(); ++r) {
      const ReferenceSlot slot = graph.slots(from)[r];
      all.push_back({from, graph.targets(from)[r], slot, StrengthOf(graph, from, slot)});
    }
    const JavaClass& java_class = graph.java_class(from);
    if (java_class.loader_kind == LoaderKind::kCustom && java_class.mirror.valid()) {
      all.push_back({from, java_class.mirror, ReferenceSlot(ReferenceKind::kClass, 0)});
    }
  }
  return all;
}

std::set<NodeId> BruteReachable(const HeapGraph& graph, std::span<const NodeId> starts,
                                Strength loosest) {
  const std::vector<PlainReference> references = AllReferences(graph);
  std::set<NodeId> reached(starts.begin(), starts.end());
  for (size_t before = 0; before != reached.size();) {
    before = reached.size();
    for (const PlainReference& reference : references) {
      if (reference.strength <= loosest && reached.contains(reference.from)) {
        reached.insert(reference.to);
      }
    }
  }
  return reached;
}

std::vector<std::optional<PathQuality>> BruteBestPaths(const HeapGraph& graph) {
  const std::vector<PlainReference> references = AllReferences(graph);
  std::vector<std::optional<PathQuality>> qualities(graph.node_count());
  for (Strength strength : kStrengths) {
    for (RootRank rank : kRanks) {
      const std::vector<Best> best = Shortest(graph, references, strength, rank);
      for (size_t i = 0; i < best.size(); ++i) {
        if (qualities[i] || !best[i]) continue;
        qualities[i] = PathQuality{strength, rank, best[i]->first, best[i]->second};
      }
    }
  }
  return qualities;
}

PlainWalk BruteWalk(const HeapGraph& graph, std::span<const NodeId> starts,
                    const WalkOptions& options) {
  PlainWalk walk;
  walk.distance.resize(graph.node_count());
  walk.reference_count.resize(graph.node_count());
  for (NodeId start : starts) walk.distance[start.value] = 0;

  // The counter of the reference, were it met; null if a walk follows it.
  auto stop_at = [&](const PlainReference& reference) -> uint64_t* {
    if (reference.strength != Strength::kStrong && !options.enter_weak) return &walk.stops.weak;
    if (std::ranges::find(starts, reference.to) != starts.end()) return nullptr;
    return StopFor(graph, reference.to, options, walk.stops);
  };
  std::vector<PlainReference> references = AllReferences(graph);
  std::erase_if(references, [](const PlainReference& reference) {
    return reference.slot.kind() == ReferenceKind::kClass;
  });
  for (bool changed = true; changed;) {
    changed = false;
    for (const PlainReference& reference : references) {
      const std::optional<uint32_t> from = walk.distance[reference.from.value];
      std::optional<uint32_t>& to = walk.distance[reference.to.value];
      if (!from || stop_at(reference) != nullptr || (to && *to <= *from + 1)) continue;
      to = *from + 1;
      changed = true;
    }
  }
  for (const PlainReference& reference : references) {
    if (!walk.distance[reference.from.value]) continue;
    if (uint64_t* stop = stop_at(reference)) {
      ++*stop;
    } else {
      ++walk.reference_count[reference.to.value];
    }
  }
  for (uint32_t i = 0; i < graph.node_count(); ++i) {
    if (!walk.distance[i]) continue;
    ++walk.objects;
    walk.bytes += graph.shallow_size(NodeId(i));
    walk.native_bytes += graph.native_bytes(NodeId(i));
  }
  return walk;
}

}  // namespace taproot::test
