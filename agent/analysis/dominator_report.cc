#include "taproot/dominator_report.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <tuple>
#include <utility>

#include "taproot/reachability.h"
#include "taproot/retained.h"

namespace taproot {
namespace {

constexpr uint64_t kStandsOut = 4;  // the part of its class's bytes: a fourth

// Rows of a tree: a row stands for one object or holder, or for several objects of one class.
class TreeRows {
 public:
  TreeRows(const HeapGraph& graph, const DominatorTree& tree, const DominatorReportOptions& options,
           uint64_t threshold, DominatorReport& report)
      : graph_(graph), tree_(tree), options_(options), threshold_(threshold), report_(report) {}

  // The starts stand side by side, with what lies below them or without.
  void Add(const std::vector<DominatorId>& starts, bool with_trees) {
    Push(starts, 0, 0);
    while (!pending_.empty()) {
      const Pending next = std::move(pending_.back());
      pending_.pop_back();
      report_.rows.push_back(next.row);
      if (with_trees && next.row.kind != DominatorRow::Kind::kRest) Expand(next);
    }
  }

 private:
  struct Pending {
    DominatorRow row;
    std::vector<DominatorId> ids;
    uint32_t level = 0;  // of objects
  };

  void Expand(const Pending& above) {
    std::vector<DominatorId> children;
    for (DominatorId id : above.ids) {
      tree_.ForEachChild(id, [&](DominatorId child) { children.push_back(child); });
    }
    const bool of_objects = !above.row.holder.has_value();
    Push(children, above.row.depth + 1, above.level + (of_objects ? 1 : 0));
  }

  // Makes rows of siblings, and puts them where the heaviest is taken next.
  void Push(const std::vector<DominatorId>& siblings, uint32_t depth, uint32_t level) {
    std::vector<Pending> rows;
    Pending rest{.row = {.kind = DominatorRow::Kind::kRest, .depth = depth, .count = 0},
                 .ids = {},
                 .level = level};
    for (std::vector<DominatorId>& ids : PutTogether(siblings)) {
      const DominatorRow row = RowOf(ids, depth);
      if (row.retained_bytes < threshold_) {
        AddTo(rest.row, row);
      } else {
        rows.push_back({row, std::move(ids), level});
      }
    }
    if (level >= options_.depth) {
      report_.deeper |= !rows.empty();
      return;
    }
    std::ranges::sort(rows, [](const Pending& a, const Pending& b) {
      return std::tuple(b.row.retained_bytes, a.ids[0]) <
             std::tuple(a.row.retained_bytes, b.ids[0]);
    });
    for (; rows.size() > options_.top; rows.pop_back()) AddTo(rest.row, rows.back().row);
    if (rest.row.count > 0) pending_.push_back(std::move(rest));
    for (Pending& row : std::views::reverse(rows)) pending_.push_back(std::move(row));
  }

  // Alone stands what is heavy enough and stands out among its siblings of one class; the other
  // objects are put together by class.
  std::vector<std::vector<DominatorId>> PutTogether(
      const std::vector<DominatorId>& siblings) const {
    std::map<ClassId, uint64_t> bytes_of;
    for (DominatorId id : siblings) {
      if (tree_.is_object(id)) bytes_of[ClassOf(id)] += tree_.retained_bytes(id);
    }
    auto stands_alone = [&](DominatorId id) {
      const uint64_t bytes = tree_.retained_bytes(id);
      return !tree_.is_object(id) ||
             (bytes >= threshold_ && bytes >= bytes_of[ClassOf(id)] / kStandsOut);
    };
    std::vector<std::vector<DominatorId>> groups;
    std::map<ClassId, size_t> group_of;
    for (DominatorId id : siblings) {
      if (stands_alone(id)) {
        groups.push_back({id});
        if (const DominatorId thread = ThreadHeldByOthers(id); thread.valid()) {
          groups.back().push_back(thread);
        }
        continue;
      }
      const auto [at, fresh] = group_of.emplace(ClassOf(id), groups.size());
      if (fresh) groups.emplace_back();
      groups[at->second].push_back(id);
    }
    return groups;
  }

  // The Thread object of a thread's holder that something else holds as well, as up to JDK 17 every
  // ThreadGroup does: what it retains is the thread's all the same.
  DominatorId ThreadHeldByOthers(DominatorId id) const {
    if (options_.by != DominatorGrouping::kThread || tree_.is_object(id)) return {};
    const Holder& holder = tree_.holder(id);
    if (holder.kind != HolderKind::kThread || !holder.thread.valid()) return {};
    const NodeId thread = graph_.thread(holder.thread).node;
    if (!thread.valid() || !tree_.reached(thread)) return {};
    const auto object = DominatorId(thread.value);
    return tree_.Dominates(id, object) ? DominatorId() : object;
  }

  ClassId ClassOf(DominatorId id) const { return graph_.class_of(tree_.object(id)); }

  DominatorRow RowOf(const std::vector<DominatorId>& ids, uint32_t depth) const {
    DominatorRow row{.depth = depth, .count = ids.size()};
    if (!tree_.is_object(ids[0])) {
      row.kind = DominatorRow::Kind::kHolder;
      row.count = 1;  // with its Thread object, if that stands elsewhere
      row.holder = tree_.holder(ids[0]);
    } else {
      row.kind = ids.size() == 1 ? DominatorRow::Kind::kObject : DominatorRow::Kind::kObjects;
      row.klass = ClassOf(ids[0]);
      if (ids.size() == 1) row.node = tree_.object(ids[0]);
    }
    for (DominatorId id : ids) {
      if (tree_.is_object(id)) row.shallow_bytes += graph_.shallow_size(tree_.object(id));
      row.retained_bytes += tree_.retained_bytes(id);
      row.retained_objects += tree_.retained_objects(id);
    }
    return row;
  }

  static void AddTo(DominatorRow& rest, const DominatorRow& row) {
    rest.count += row.count;
    rest.shallow_bytes += row.shallow_bytes;
    rest.retained_bytes += row.retained_bytes;
    rest.retained_objects += row.retained_objects;
  }

  const HeapGraph& graph_;
  const DominatorTree& tree_;
  const DominatorReportOptions& options_;
  const uint64_t threshold_;
  DominatorReport& report_;
  std::vector<Pending> pending_;
};

std::vector<DominatorId> HoldersOfKind(const DominatorTree& tree, HolderKind kind) {
  std::vector<DominatorId> ids;
  for (size_t i = 0; i < tree.holders().size(); ++i) {
    if (tree.holders()[i].kind == kind) ids.emplace_back(tree.node_count() + i);
  }
  return ids;
}

void SetSums(DominatorRow& row, const RetainedGroup& group) {
  row.count = group.instances;
  row.shallow_bytes = group.shallow_bytes;
  row.retained_bytes = group.retained_bytes;
  row.retained_objects = group.retained_objects;
}

std::vector<DominatorRow> ClassRows(const HeapGraph& graph, const DominatorTree& tree) {
  std::vector<DominatorRow> rows;
  const std::vector<RetainedGroup> groups = RetainedByClass(graph, tree);
  for (size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].instances == 0) continue;
    SetSums(rows.emplace_back(), groups[i]);
    rows.back().kind = DominatorRow::Kind::kClass;
    rows.back().klass = ClassId(i);
  }
  std::ranges::sort(rows, [&](const DominatorRow& a, const DominatorRow& b) {
    return std::tuple(b.retained_bytes, graph.java_class(a.klass).name, a.klass) <
           std::tuple(a.retained_bytes, graph.java_class(b.klass).name, b.klass);
  });
  return rows;
}

std::vector<DominatorRow> PackageRows(const HeapGraph& graph, const DominatorTree& tree) {
  std::vector<DominatorRow> rows;
  for (const RetainedPackage& package : RetainedByPackage(graph, tree)) {
    SetSums(rows.emplace_back(), package.group);
    rows.back().kind = DominatorRow::Kind::kPackage;
    rows.back().name = package.name;
  }
  return rows;
}

std::vector<DominatorRow> LoaderRows(const HeapGraph& graph, const DominatorTree& tree) {
  std::vector<DominatorRow> rows;
  for (const RetainedLoader& loader : RetainedByLoader(graph, tree)) {
    SetSums(rows.emplace_back(), loader.group);
    rows.back().kind = DominatorRow::Kind::kLoader;
    rows.back().name = loader.name;
    rows.back().node = loader.loader;
  }
  return rows;
}

// The rows come heaviest first.
void AddFlat(std::vector<DominatorRow> rows, const DominatorReportOptions& options,
             uint64_t threshold, DominatorReport& report) {
  const auto heavy = std::ranges::find_if(
      rows, [&](const DominatorRow& row) { return row.retained_bytes < threshold; });
  const size_t shown = std::min<size_t>(static_cast<size_t>(heavy - rows.begin()), options.top);
  DominatorRow rest{.kind = DominatorRow::Kind::kRest, .count = rows.size() - shown};
  rows.resize(shown);
  report.rows = std::move(rows);
  if (rest.count > 0) report.rows.push_back(std::move(rest));
}

void CountReached(const HeapGraph& graph, const DominatorTree& tree, DominatorReport& report) {
  report.strong_objects = tree.retained_objects(tree.whole());
  report.strong_bytes = tree.retained_bytes(tree.whole());
  const NodeSet reached = ReachableFromRoots(graph, Strength::kPhantom);
  for (uint32_t i = 0; i < graph.node_count(); ++i) {
    if (tree.reached(NodeId(i)) || !reached.contains(NodeId(i))) continue;
    ++report.loose_objects;
    report.loose_bytes += graph.shallow_size(NodeId(i));
  }
}

}  // namespace

DominatorReport MakeDominatorReport(const HeapGraph& graph, const DominatorTree& tree,
                                    const DominatorReportOptions& options) {
  DominatorReport report{.by = options.by};
  CountReached(graph, tree, report);
  const auto threshold =
      static_cast<uint64_t>(static_cast<double>(report.strong_bytes) * options.min_percent / 100);
  TreeRows rows(graph, tree, options, threshold, report);
  switch (options.by) {
    case DominatorGrouping::kObject:
      rows.Add({tree.whole()}, true);
      break;
    case DominatorGrouping::kThread:
      rows.Add(HoldersOfKind(tree, HolderKind::kThread), true);
      break;
    case DominatorGrouping::kStaticField:
      rows.Add(HoldersOfKind(tree, HolderKind::kStaticField), false);
      break;
    case DominatorGrouping::kClass:
      AddFlat(ClassRows(graph, tree), options, threshold, report);
      break;
    case DominatorGrouping::kPackage:
      AddFlat(PackageRows(graph, tree), options, threshold, report);
      break;
    case DominatorGrouping::kLoader:
      AddFlat(LoaderRows(graph, tree), options, threshold, report);
      break;
  }
  return report;
}

}  // namespace taproot
