#include "capture/follow/graph_assembly.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "capture/memory_guard.h"
#include "graph/parallel.h"

namespace taproot {

// Calls visit(const LoggedNode&, uint64_t first_edge, uint64_t end_edge) for the objects among
// positions [begin, end) of the log that are nodes, in the order of the walk.
template <typename Visit>
void GraphAssembly::ForEachNode(uint64_t begin, uint64_t end, Visit&& visit) const {
  const auto& nodes = walk_.nodes();
  auto plumbing = std::ranges::lower_bound(walk_.plumbing(), begin, {}, &LoggedPlumbing::node);
  for (uint64_t i = begin; i < end; ++i) {
    if (plumbing != walk_.plumbing().end() && plumbing->node == i) {
      ++plumbing;
      continue;
    }
    const uint64_t end_edge =
        i + 1 < nodes.size() ? nodes[i + 1].first_edge : walk_.edge_targets().size();
    visit(nodes[i], uint64_t{nodes[i].first_edge}, end_edge);
  }
}

// An object stands in the log once, so what visit() writes of its own object nobody else writes.
template <typename Visit>
void GraphAssembly::ForEachNodeInParallel(Visit&& visit) const {
  ForEachPart(walk_.nodes().size(),
              [&](uint64_t begin, uint64_t end) { ForEachNode(begin, end, visit); });
}

absl::Status GraphAssembly::NumberNodes() {
  absl::Status status;
  ForEachNode(0, walk_.nodes().size(), [&](const LoggedNode& node, uint64_t, uint64_t) {
    // The rows rely on it, so it is worth a look: nothing but a wrong identity could break it.
    if (index_.Contains(node.key)) status = absl::DataLossError("an object was walked twice");
    if (status.ok()) status = index_.Insert(node.key);
  });
  for (uint32_t i = 0; status.ok() && i < marks_.size(); ++i) {
    if (marks_[i].Is(Mark::kVisited)) status = index_.Insert(marks_[i].key);
  }
  if (!status.ok()) return status;
  index_.Seal();
  for (size_t i = 0; i < catalog_.size(); ++i) {
    const NodeId mirror = NodeOfMark(catalog_.mirror_mark(ClassId(i)));
    if (mirror.valid()) mirrors_.emplace_back(mirror, ClassId(i));
  }
  std::ranges::sort(mirrors_);
  return absl::OkStatus();
}

absl::Status GraphAssembly::Fill(HeapGraphBuilder& builder) {
  constexpr uint64_t kBytesPerNode = 16;
  constexpr uint64_t kBytesPerEdge = 12;
  const uint64_t need = index_.size() * kBytesPerNode + walk_.edge_targets().size() * kBytesPerEdge;
  if (absl::Status s = CheckMemory(need); !s.ok()) return s;
  HeapGraphBuilder::Rows rows;
  FillClasses(rows);
  FillSizes(rows);
  if (absl::Status filled = FillReferences(rows); !filled.ok()) return filled;
  builder.AdoptRows(std::move(rows));
  for (const auto& [mirror, id] : mirrors_) builder.java_class(id).mirror = mirror;
  for (size_t i = 0; i < catalog_.size(); ++i) {
    const uint32_t loader = catalog_.loader_mark(ClassId(i));
    if (loader != Mark::kNone) builder.java_class(ClassId(i)).loader = NodeOfMark(loader);
  }
  return absl::OkStatus();
}

void GraphAssembly::FillClasses(HeapGraphBuilder::Rows& rows) const {
  rows.class_of.assign(index_.size(), catalog_.class_class());
  ForEachNodeInParallel([&](const LoggedNode& node, uint64_t, uint64_t) {
    if (node.class_mark == Mark::kNone) return;
    rows.class_of[index_.Find(node.key).value] = marks_[node.class_mark].klass;
  });
}

void GraphAssembly::FillSizes(HeapGraphBuilder::Rows& rows) const {
  std::vector<uint32_t> instance_words(catalog_.size());
  for (size_t i = 0; i < catalog_.size(); ++i) {
    instance_words[i] = marks_[catalog_.mirror_mark(ClassId(i))].instance_words;
  }
  rows.size_in_words.resize(index_.size());
  rows.array_length.assign(index_.size(), 0);
  for (size_t i = 0; i < rows.size_in_words.size(); ++i) {
    rows.size_in_words[i] = instance_words[rows.class_of[i].value];
  }
  const auto& sizes = walk_.sizes();
  for (uint64_t i = 0; i < sizes.size(); ++i) {
    const NodeId node = index_.Find(sizes[i].key);
    if (!node.valid()) continue;  // an array of ours
    rows.size_in_words[node.value] = sizes[i].words;
    rows.array_length[node.value] = sizes[i].length;
  }
}

std::vector<NodeId> GraphAssembly::ResolveTargets() const {
  const auto& targets = walk_.edge_targets();
  std::vector<NodeId> resolved(targets.size());
  ForEachPart(targets.size(), [&](uint64_t begin, uint64_t end) {
    for (uint64_t i = begin; i < end; ++i) resolved[i] = index_.Find(targets[i]);
  });
  return resolved;
}

std::vector<GraphAssembly::MirrorEdge> GraphAssembly::CollectMirrorEdges() const {
  std::vector<MirrorEdge> edges;
  const auto& nodes = walk_.nodes();
  for (const LoggedPlumbing& plumbing : walk_.plumbing()) {
    const uint64_t end = plumbing.node + 1 < nodes.size() ? nodes[plumbing.node + 1].first_edge
                                                          : walk_.edge_targets().size();
    for (uint64_t e = nodes[plumbing.node].first_edge; e < end; ++e) {
      const PlumbingList::Entry& entry =
          plumbing_.EntryAt(marks_[plumbing.mark], walk_.edge_slots()[e].index());
      if (!entry.mirror_of.valid()) continue;
      const NodeId mirror = NodeOfMark(catalog_.mirror_mark(entry.mirror_of));
      const NodeId target = index_.Find(walk_.edge_targets()[e]);
      if (mirror.valid() && target.valid()) edges.push_back({mirror, target, entry.field});
    }
  }
  std::ranges::sort(edges);
  return edges;
}

// JVMTI numbers the fields of the superinterfaces first, wherever the field is declared.
ReferenceSlot GraphAssembly::ToLayout(ReferenceSlot slot, ClassId layout) const {
  const ReferenceKind kind = slot.kind();
  if (kind != ReferenceKind::kField && kind != ReferenceKind::kStaticField) return slot;
  return {kind, slot.index() - catalog_.interface_fields(layout)};
}

absl::Status GraphAssembly::FillReferences(HeapGraphBuilder::Rows& rows) const {
  const std::vector<NodeId> resolved = ResolveTargets();
  const std::vector<MirrorEdge> mirror_edges = CollectMirrorEdges();
  rows.first.assign(size_t{index_.size()} + 1, 0);
  ForEachNodeInParallel([&](const LoggedNode& node, uint64_t first, uint64_t end) {
    uint32_t& degree = rows.first[index_.Find(node.key).value + 1];
    for (uint64_t e = first; e < end; ++e) degree += resolved[e].valid();
  });
  for (const MirrorEdge& edge : mirror_edges) ++rows.first[edge.mirror.value + 1];
  uint64_t total = 0;
  for (uint32_t& first : rows.first) first = static_cast<uint32_t>(total += first);
  if (total >= std::numeric_limits<uint32_t>::max()) {
    return absl::ResourceExhaustedError(absl::StrCat("too many references: ", total));
  }
  rows.targets.resize(total);
  rows.slots.resize(total);
  ForEachNodeInParallel([&](const LoggedNode& node, uint64_t first, uint64_t end) {
    const NodeId id = index_.Find(node.key);
    ClassId layout = rows.class_of[id.value];
    if (node.class_mark == Mark::kNone) {
      const auto at =
          std::ranges::lower_bound(mirrors_, id, {}, &std::pair<NodeId, ClassId>::first);
      if (at != mirrors_.end() && at->first == id) layout = at->second;
    }
    uint32_t to = rows.first[id.value];
    for (uint64_t e = first; e < end; ++e) {
      if (!resolved[e].valid()) continue;
      rows.targets[to] = resolved[e];
      rows.slots[to++] = ToLayout(walk_.edge_slots()[e], layout);
    }
  });
  // The row of a mirror ends with the fields of java.lang.Class.
  uint32_t to = 0;
  for (size_t i = mirror_edges.size(); i-- > 0;) {
    const MirrorEdge& edge = mirror_edges[i];
    const bool same_row = i + 1 < mirror_edges.size() && mirror_edges[i + 1].mirror == edge.mirror;
    to = same_row ? to - 1 : rows.first[edge.mirror.value + 1] - 1;
    rows.targets[to] = edge.target;
    rows.slots[to] = {ReferenceKind::kMirrorField, edge.field};
  }
  return absl::OkStatus();
}

}  // namespace taproot
